/** Says that a link from a number has narrowed the list, and leads to the whole of it. */
import { say } from '../../messages/dashboard/number-words.ts'
import { useAddressQuery } from '../use-address-query.ts'

export function Narrowed({ by }: { by: readonly string[] }) {
  const { query, change } = useAddressQuery()
  const given = by.filter((name) => query[name])
  if (given.length === 0) return null
  return (
    <p class="note">
      <span>
        {say('narrowed')}{' '}
        <span class="hint">{given.map((name) => `${name}: ${query[name]}`).join(' · ')}</span>
      </span>
      <button
        type="button"
        class="quiet"
        onClick={() => change(Object.fromEntries(given.map((name) => [name, ''])))}
      >
        {say('showAll')}
      </button>
    </p>
  )
}

/** Says that a link from a number has narrowed the list, and leads to the whole of it. */
import { useAddressQuery } from '../../use-address-query.ts'
import { spaced } from '../status.tsx'
import { When } from '../when.tsx'

/** A filter that only links set, and what the rows that it finds have in common. */
export type LinkFilter = { name: string; label: string }

export function Narrowed({ by }: { by: readonly LinkFilter[] }) {
  const { query, change } = useAddressQuery()
  const given = by.filter(({ name }) => query[name])
  if (given.length === 0) return null
  return (
    <p class="note">
      <span>
        Only the rows behind one number:{' '}
        {given.map(({ name, label }) => (
          <span key={name} class="one-of hint">
            {label}
            <Given name={name} value={query[name]!} />
          </span>
        ))}
      </span>
      <button
        type="button"
        class="quiet"
        onClick={() => change(Object.fromEntries(given.map(({ name }) => [name, ''])))}
      >
        Show all
      </button>
    </p>
  )
}

/** Filters whose values are names of states and reasons. */
const named = ['endedBy', 'failedFirstFor', 'reason', 'what']

function Given({ name, value }: { name: string; value: string }) {
  if (value === 'true') return null
  if (name === 'knownTo') return <>: {value === 'chain' ? 'The chain' : 'Our books'}</>
  if (/^\d{4}-\d\d-\d\dT/.test(value))
    return (
      <>
        : <When at={value} />
      </>
    )
  return <>: {named.includes(name) ? spaced(value) : value}</>
}

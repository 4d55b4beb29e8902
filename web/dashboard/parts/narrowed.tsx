/** Says that a link from a number has narrowed the list, and leads to the whole of it. */
import { useAddressQuery } from '../use-address-query.ts'
import { spaced } from './status.tsx'
import { When } from './when.tsx'

/** Names the filters that only links set; another is called by its own name. */
const names: Record<string, string> = {
  atRisk: 'Next charge will fail',
  payingAt: 'Paying at',
  endedBy: 'Ended',
  endedFrom: 'Ended from',
  endedTo: 'Ended before',
  firstChargedFrom: 'First charged from',
  firstChargedTo: 'First charged before',
  failedFirstFor: 'Failed at first for',
  failedFrom: 'Failed from',
  failedTo: 'Failed before',
  what: 'What',
  knownTo: 'known to',
  blockchain: 'The chain',
  asset: 'Asset',
  reason: 'Reason',
  days: 'Days ahead',
}

export function Narrowed({ by }: { by: readonly string[] }) {
  const { query, change } = useAddressQuery()
  const given = by.filter((name) => query[name])
  if (given.length === 0) return null
  return (
    <p class="note">
      <span>
        Only the rows behind one number:{' '}
        {given.map((name) => (
          <span key={name} class="one-of hint">
            {names[name] ?? spaced(name)}
            <Given name={name} value={query[name]!} />
          </span>
        ))}
      </span>
      <button
        type="button"
        class="quiet"
        onClick={() => change(Object.fromEntries(given.map((name) => [name, ''])))}
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

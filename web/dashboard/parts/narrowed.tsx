/** Says that a link from a number has narrowed the list, and leads to the whole of it. */
import { say } from '../../messages/dashboard/number-words.ts'
import { useAddressQuery } from '../use-address-query.ts'
import { spaced } from './status.tsx'
import { When } from './when.tsx'

/** What the filters that only links set are called; another is called by its own name. */
const names: Record<string, string> = {
  atRisk: say('atRiskOnly'),
  payingAt: say('payingAt'),
  endedBy: say('endedBy'),
  endedFrom: say('endedFrom'),
  endedTo: say('endedTo'),
  firstChargedFrom: say('firstChargedFrom'),
  firstChargedTo: say('firstChargedTo'),
  failedFirstFor: say('failedFirstFor'),
  failedFrom: say('failedFrom'),
  failedTo: say('failedTo'),
  what: say('what'),
  knownTo: say('knownTo'),
  blockchain: say('chain'),
  asset: say('asset'),
  reason: say('reason'),
  days: say('daysAhead'),
}

export function Narrowed({ by }: { by: readonly string[] }) {
  const { query, change } = useAddressQuery()
  const given = by.filter((name) => query[name])
  if (given.length === 0) return null
  return (
    <p class="note">
      <span>
        {say('narrowed')}{' '}
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
        {say('showAll')}
      </button>
    </p>
  )
}

/** Filters whose values are names of states and reasons. */
const named = ['endedBy', 'failedFirstFor', 'reason', 'what']

function Given({ name, value }: { name: string; value: string }) {
  if (value === 'true') return null
  if (name === 'knownTo') return <>: {say(value === 'chain' ? 'chain' : 'ours')}</>
  if (/^\d{4}-\d\d-\d\dT/.test(value))
    return (
      <>
        : <When at={value} />
      </>
    )
  return <>: {named.includes(name) ? spaced(value) : value}</>
}

/** Shows what the rows of a filter come to, and the way to take exactly them along. */
import type { ListTotals } from '../../api/dashboard.generated.ts'
import { useDashboard, useRight } from '../context.ts'
import { counted } from '../phrase.ts'
import { isSummed, type Query } from '../use-address-query.ts'
import { useRead } from '../use-read.ts'
import { ReckonedSum, Sum } from './money.tsx'

type Props = {
  /** The API's path, such as `/subscriptions`. */
  path: string
  query: Query
  known: readonly string[]
  kinds: readonly string[]
}

/** What a list has, one and several; where both sums mean something, what each is the sum of. */
const words: Record<string, { one: string; other: string; asked?: string; paid?: string }> = {
  '/payments': { one: 'payment', other: 'payments', asked: 'asked', paid: 'paid' },
  '/exceptions': { one: 'exception', other: 'exceptions', asked: 'asked', paid: 'paid' },
  '/plans': { one: 'plan', other: 'plans' },
  '/subscriptions': { one: 'subscription', other: 'subscriptions' },
  '/charges': { one: 'charge', other: 'charges', asked: 'due', paid: 'charged' },
  '/forecast/charges': { one: 'charge', other: 'charges', asked: 'due' },
  '/customers': { one: 'customer', other: 'customers' },
  '/events': { one: 'event', other: 'events' },
  '/deliveries': { one: 'delivery', other: 'deliveries' },
  '/requests': { one: 'request', other: 'requests' },
}

export function Totals({ path, query, known, kinds }: Props) {
  const { network } = useDashboard()
  const mayExport = useRight(path === '/requests' ? 'inspect' : 'export')
  const isKnown = isSummed(path)
  const filter = filterOf(query, known)
  const { reading } = useRead<ListTotals>(isKnown ? `${path}/totals${filter}` : null, { kinds })
  if (!isKnown) return null
  return (
    <p class="totals">
      {reading.step === 'read' && (
        <>
          <Count path={path} totals={reading.value} />
          <Sums path={path} totals={reading.value} />
        </>
      )}
      {mayExport && (
        <a
          class="quiet"
          href={exportAddress(`/${network}${path}`, filter)}
          download=""
          title="Exactly these rows, as a file"
        >
          Export as CSV
        </a>
      )}
    </p>
  )
}

/** Shows the same for a list that nothing exports. */
export const CountedTotals = ({ path, totals }: ReadProps) => (
  <p class="totals">
    <Count path={path} totals={totals} />
    <Sums path={path} totals={totals} />
  </p>
)

type ReadProps = { path: string; totals: ListTotals }

function Count({ path, totals: { count, isExact } }: ReadProps) {
  const { one, other } = words[path]!
  const more = isExact ? '' : '+'
  return <strong>{counted(count, `{count}${more} ${one}`, `{count}${more} ${other}`)}</strong>
}

/** Says of each sum what it is the sum of: subscriptions of all periods have only that of a month in common. */
function Sums({ path, totals: { amounts, paid, monthly } }: ReadProps) {
  const { asked } = words[path]!
  if (monthly)
    return (
      <>
        {monthly.map((sum) => (
          <span key={sum}>
            <ReckonedSum>{sum}</ReckonedSum> a month
          </span>
        ))}
      </>
    )
  return (
    <>
      {asked &&
        amounts.map((sum, place) => (
          <span key={sum}>
            {asked} <Sum>{sum}</Sum>
            {paid && (
              <>
                {' '}
                · {words[path]!.paid} <Sum>{paid[place] ?? ''}</Sum>
              </>
            )}
          </span>
        ))}
    </>
  )
}

/** The file of a list's rows, for people: programs ask for it without the mark that spreadsheets need. */
export const exportAddress = (list: string, filter: string): string =>
  `/dashboard/api${list}.csv${filter || '?'}${filter && '&'}spreadsheet=true`

/** The filters that a list knows, as they follow its address. */
export function filterOf(query: Query, known: readonly string[]): string {
  const parameters = new URLSearchParams()
  for (const name of known) if (query[name]) parameters.set(name, query[name])
  return parameters.size > 0 ? `?${parameters}` : ''
}

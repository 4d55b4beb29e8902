/** Shows what the rows of a filter come to, and the way to take exactly them along. */
import { say } from '../shell/find-words.ts'
import { useDashboard, useRight } from '../context.ts'
import { isSummed, type Query } from '../use-address-query.ts'
import { useRead } from '../use-read.ts'
import { Sum } from './money.tsx'

type Props = {
  /** The API's path, such as `/subscriptions`. */
  path: string
  query: Query
  known: readonly string[]
  kinds: readonly string[]
}

type ListTotals = { count: number; isExact: boolean; amounts: string[] }

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
          <strong>
            {say(reading.value.isExact ? 'totalsMatch' : 'totalsMatchOver', {
              count: reading.value.count,
            })}
          </strong>
          {reading.value.amounts.map((amount) => (
            <Sum key={amount}>{amount}</Sum>
          ))}
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

/** The file of a list's rows, for people: programs ask for it without the mark that spreadsheets need. */
export const exportAddress = (list: string, filter: string): string =>
  `/dashboard/api${list}.csv${filter || '?'}${filter && '&'}spreadsheet=true`

/** The filters that a list knows, as they follow its address. */
export function filterOf(query: Query, known: readonly string[]): string {
  const parameters = new URLSearchParams()
  for (const name of known) if (query[name]) parameters.set(name, query[name])
  return parameters.size > 0 ? `?${parameters}` : ''
}

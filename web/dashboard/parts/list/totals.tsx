/** Shows what the rows of a filter come to, and the way to take exactly them along. */
import type { ListTotals } from '../../../api/dashboard.generated.ts'
import type { Right } from '../../api/identity.ts'
import { useDashboard, useRight } from '../../context.ts'
import { counted } from '../../phrase.ts'
import type { Query } from '../../use-address-query.ts'
import { useRead } from '../../use-read.ts'
import { ReckonedSum, Sum } from '../money.tsx'

/** What rows are called, one and several; where both sums mean something, what each is the sum of. */
export type Words = { one: string; other: string; asked?: string; paid?: string }

type Props = {
  /** The API's path, such as `/subscriptions`. */
  path: string
  /** The filters that the list knows, as they follow its address. */
  filter: string
  words: Words
  /** The right that the export needs. */
  exportedBy: Right
  kinds: readonly string[]
}

export function Totals({ path, filter, words, exportedBy, kinds }: Props) {
  const { network } = useDashboard()
  const mayExport = useRight(exportedBy)
  const { reading } = useRead<ListTotals>(`${path}/totals${filter}`, { kinds })
  return (
    <p class="totals">
      {reading.step === 'read' && <Sums words={words} totals={reading.value} />}
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

type ReadProps = { words: Words; totals: ListTotals }

/** Shows the same for a list that nothing exports. */
export const CountedTotals = (props: ReadProps) => (
  <p class="totals">
    <Sums {...props} />
  </p>
)

/** Says of each sum what it is the sum of: subscriptions of all periods have only that of a month in common. */
function Sums({ words, totals: { count, isExact, amounts, paid, monthly } }: ReadProps) {
  const { one, other, asked } = words
  const mark = isExact ? '' : '+'
  const inAll = (
    <strong>{counted(count, `{count}${mark} ${one}`, `{count}${mark} ${other}`)}</strong>
  )
  if (monthly)
    return (
      <>
        {inAll}
        {monthly.map((sum) => (
          <span key={sum}>
            <ReckonedSum>{sum}</ReckonedSum> a month
          </span>
        ))}
      </>
    )
  return (
    <>
      {inAll}
      {asked &&
        amounts.map((sum, place) => (
          <span key={sum}>
            {asked} <Sum>{sum}</Sum>
            {paid && (
              <>
                {' '}
                · {words.paid} <Sum>{paid[place] ?? ''}</Sum>
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

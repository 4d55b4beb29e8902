/**
 * A list of the API: its filters, which stand in the address, its rows, which are read again when one
 * of them moves, and its pages.
 */
import type { ComponentChildren } from 'preact'
import type { Answers, ListTotals } from '../../api/dashboard.generated.ts'
import type { Right } from '../api/identity.ts'
import {
  countPath,
  isFarther,
  listPath,
  type Query,
  useAddressQuery,
} from '../use-address-query.ts'
import { useRead } from '../use-read.ts'
import { type Filter, Filters, isFiltered, namesOf } from './list/filters.tsx'
import { type LinkFilter, Narrowed } from './list/narrowed.tsx'
import { FirstPageLink, type PageOfList, Pager } from './list/pager.tsx'
import { ReadGate } from './read-gate.tsx'
import { type Column, Table } from './table.tsx'
import { CountedTotals, filterOf, Totals, type Words } from './list/totals.tsx'

type Props<Row> = {
  /** Names the table for screen readers. */
  caption: string
  /** The API's path, such as `/subscriptions`. */
  path: string
  /** The field of the answer that holds the rows. */
  field: string
  /** The kinds of actors whose moves change the rows. */
  kinds: readonly string[]
  /** The path names no network: it is about the whole service. */
  isOwn?: boolean
  /** The service keeps the answer for a moment. */
  isKept?: boolean
  filters?: readonly Filter[]
  /** Parameters that only links to the list set, such as the rows behind a number. */
  links?: readonly LinkFilter[]
  /** Filters that are needed now and then. */
  more?: readonly Filter[]
  /** Parameters that the address does not name: the rows of one thing. */
  fixed?: Query
  /** What its rows are called. Where it is given, they are counted beside the list, and not with every page. */
  words?: Words
  /** The right that its export needs; it is summed by itself as well. */
  exportedBy?: Right
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  /** Says what to do where there is nothing yet. */
  empty: { title: string; hint: ComponentChildren; action?: ComponentChildren }
}

export function List<Row>(props: Props<Row>) {
  const { path, filters = [], more = [], links = [], fixed = {}, words, exportedBy } = props
  const { caption, field, kinds, columns, keyOf, empty } = props
  const { query } = useAddressQuery()
  const known = [...namesOf([...filters, ...more, ...links]), ...Object.keys(fixed)]
  const asked = { ...query, ...fixed }
  const interest = { kinds, isOwn: props.isOwn ?? false, isKept: props.isKept ?? false }
  const { reading, readAgain } = useRead<Record<string, unknown>>(
    listPath(path, asked, known, words !== undefined),
    interest,
  )
  const counted = useTotalApart(
    words && !exportedBy ? countPath(path, asked, known) : null,
    interest,
  )
  return (
    <>
      {filters.length > 0 && <Filters filters={filters} more={more} />}
      <Narrowed by={links} />
      <ReadGate reading={reading} readAgain={readAgain}>
        {(answer) => {
          const rows = answer[field] as Row[]
          const page = answer['page'] as PageOfList | undefined
          if (rows.length === 0) {
            const isNarrowed = isFiltered([...filters, ...more], query)
            return <NoRows empty={empty} isFarther={isFarther(query)} isNarrowed={isNarrowed} />
          }
          return (
            <>
              {words && exportedBy && (
                <Totals {...{ path, words, exportedBy, kinds }} filter={filterOf(asked, known)} />
              )}
              {words && counted && <CountedTotals words={words} totals={counted.totals} />}
              <Table caption={caption} columns={columns} rows={rows} keyOf={keyOf} />
              {page && <Pager page={{ ...page, ...totalOf(counted?.page) }} />}
            </>
          )
        }}
      </ReadGate>
    </>
  )
}

type NoRowsProps = {
  empty: Props<never>['empty']
  isFarther: boolean
  isNarrowed: boolean
}

function NoRows({ empty, isFarther, isNarrowed }: NoRowsProps) {
  if (isFarther)
    return (
      <Empty
        title="Nothing is left on this page"
        hint="What stood here has gone, or no longer matches."
        action={<FirstPageLink />}
      />
    )
  if (!isNarrowed) return <Empty {...empty} />
  return (
    <Empty
      title="Nothing matches these filters"
      hint="Take one of them away, or look at the other network."
    />
  )
}

/** Returns how many there are, for a list that is counted by itself; null while nobody knows. */
function useTotalApart(
  counted: string | null,
  interest: Parameters<typeof useRead>[1],
): { page: PageOfList; totals: ListTotals } | null {
  const { reading } = useRead<Answers['listForecastCharges']>(counted, interest)
  if (reading.step !== 'read') return null
  const { page, amounts } = reading.value
  const { total = 0, isTotalExact = true } = page
  const totals = { count: total, isExact: isTotalExact, amounts: amounts ?? [] }
  return { page, totals }
}

/** What an answer for the count alone knows of the pages. */
const totalOf = ({ total, isTotalExact }: Partial<PageOfList> = {}) => ({
  ...(total !== undefined && { total }),
  ...(isTotalExact !== undefined && { isTotalExact }),
})

export function Empty({ title, hint, action }: Props<never>['empty']) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      <p class="hint">{hint}</p>
      {action}
    </div>
  )
}

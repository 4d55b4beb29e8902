/** Sums the rows of a list: how many, up to a number past which nobody counts, and their amounts. */
import { formatMoney } from '../../shared/money.ts'
import { numbered, type ParameterValue } from '../views/query-parameters.ts'
import { type List, type ListQuery, whereOf } from './list.ts'
import type { Reader } from './places.ts'

/** Rows past it are not counted: nobody reads on that far, and a million take a third of a second. */
export const countMax = 10_000

/** Counts rows; there are more than it says where it is not exact. */
export type Count = { count: number; isExact: boolean }
/** `paid`: what came of the rows. `monthly`: what they bring in a month. A list has one of them at most. */
export type Totals = Count & { amounts: string[]; paid?: string[]; monthly?: string[] }

/** Counts the rows that a statement selects. */
export async function countUpToMax(
  reader: Reader,
  select: (value: ParameterValue) => string,
): Promise<Count> {
  const { values, value } = numbered()
  const { rows } = await reader.query<{ count: number }>(
    `select count(*)::int as count from (${select(value)} limit ${value(countMax + 1)}) counted`,
    values,
  )
  return toCount(rows[0]!.count)
}

/** Counts stop one above `countMax`; such a one is reported as more than `countMax`. */
export const toCount = (known: number): Count => ({
  count: Math.min(known, countMax),
  isExact: known <= countMax,
})

/** Counts the rows that match. */
export const countRows = <Filter, Row>(
  reader: Reader,
  list: List<Filter, Row>,
  wanted: ListQuery<Filter>,
): Promise<Count> =>
  countUpToMax(reader, (value) => `select from ${list.table} where ${whereOf(list, wanted, value)}`)

type Sum = { asset: string; decimals: number; count: number; amount: string; also: string }

/** Counts the rows that match and sums their amounts, an amount for each asset; who sums all knows how many there are. */
export async function readTotals<Filter, Row>(
  reader: Reader,
  list: List<Filter, Row>,
  wanted: ListQuery<Filter>,
): Promise<Totals> {
  const { alsoSummed } = list
  if (!list.hasAmounts) return { ...(await countRows(reader, list, wanted)), amounts: [] }
  const { values, value } = numbered()
  const { rows } = await reader.query<Sum>(
    `select asset, decimals, count(*)::int as count, sum(amount)::text as amount,
       ${alsoSummed ? `coalesce(${alsoSummed.sum}, 0)` : '0'}::text as also
     from ${list.table} where ${whereOf(list, wanted, value)} group by 1, 2 order by 1, 2`,
    values,
  )
  return {
    count: rows.reduce((all, { count }) => all + count, 0),
    isExact: true,
    amounts: rows.map(({ asset, decimals, amount }) => formatMoney(amount, decimals, asset)),
    ...(alsoSummed && {
      [alsoSummed.as]: rows.map(({ asset, decimals, also }) => formatMoney(also, decimals, asset)),
    }),
  }
}

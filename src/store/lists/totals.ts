/**
 * What the rows of a list come to: how many, and their amounts. Where rows come at the front and nowhere else, what a
 * long list came to is remembered in this process, and only those that came since are added: decision 0094.
 */
import { formatMoney } from '../../shared/money.ts'
import type { Owner } from '../../shared/owner.ts'
import { numbered } from '../views/numbered.ts'
import { type Distinct, movingOf } from './distinct.ts'
import { columnsOf, isFixed, type List, whereOf } from './list.ts'
import type { Moving } from './moving-milestones.ts'
import type { Place, Reader } from './places.ts'

export type Totals = { count: number; amounts: string[] }

type Wanted<Filter> = { owner: Owner; filter: Filter }
/** Of one asset; of lists without amounts there is one sum, of none. */
type Sum = { asset: string; decimals: number; count: number; amount: string }
/** What rows came to, and the newest among them. */
type Remembered = { sums: Sum[]; newest: Place; untilMs: number }

/** Shorter lists are counted with each question: 2 ms, of values that have to be told apart 1 ms. */
const rememberedFrom = 10_000
const rememberedFromDistinct = 1_000
/** So many rows are added up with each question at most; then all are. */
const addedMax = 5_000
const keptMs = 600_000
const listsMax = 500

const known = new WeakMap<Reader, Map<string, Remembered>>()

/** Counts the rows that match and sums their amounts, an amount for each asset. */
export async function readTotals<Filter, Row>(
  reader: Reader,
  list: List<Filter, Row>,
  wanted: Wanted<Filter>,
): Promise<Totals> {
  if (!list.hasAmounts) return { count: await countRows(reader, list, wanted), amounts: [] }
  const sums = await readSums(reader, list, wanted)
  return {
    count: countOf(sums),
    amounts: sums.map(({ asset, decimals, amount }) => formatMoney(amount, decimals, asset)),
  }
}

/** Counts the rows that match. */
export async function countRows<Filter, Row>(
  reader: Reader,
  list: List<Filter, Row>,
  wanted: Wanted<Filter>,
): Promise<number> {
  if (list.countAll && !isNarrowed(list, wanted)) return list.countAll(reader, wanted.owner)
  if (list.distinct) return countDistinct(reader, { ...list, distinct: list.distinct }, wanted)
  return countOf(await readSums(reader, { ...list, hasAmounts: false }, wanted))
}

const countOf = (sums: Sum[]) => sums.reduce((total, { count }) => total + count, 0)

/** Counts values, and those that came since they were counted, of which none was there before. */
async function countDistinct<Filter>(
  reader: Reader,
  list: Pick<List<Filter, unknown>, 'table' | 'fixedBy'> & { distinct: Distinct<Filter> },
  wanted: Wanted<Filter>,
): Promise<number> {
  const moving = movingOf(list, list.distinct, wanted)
  const kept = keptOf(reader, ['distinct', list.table, wanted])
  const remembered = isFixed(list, wanted.filter) ? kept.read() : undefined
  if (remembered) {
    const added = await countNew(reader, moving, remembered.newest)
    if (added !== null) return countOf(remembered.sums) + added
  }
  const { values, value } = numbered()
  const { rows } = await reader.query<{ count: number; newest: Place | null }>(
    `select count(*)::int as count, (select to_json(newest) from (${moving.selectNewest(value)}) newest) as newest
     from (${moving.selectAll(value)}) found`,
    values,
  )
  const { count, newest } = rows[0]!
  const sums = [{ asset: '', decimals: 0, count, amount: '0' }]
  if (isFixed(list, wanted.filter)) kept.write({ sums, newest }, rememberedFromDistinct)
  return count
}

/** Counts the values that came since and were not there before; null where too many came. */
async function countNew(reader: Reader, moving: Moving, newest: Place): Promise<number | null> {
  const { values, value } = numbered()
  const arrivals = moving.selectArrivals(newest, value)
  const { rows } = await reader.query<{ arrivals: number; added: number }>(
    `with arrival as materialized (${arrivals} limit ${value(addedMax + 1)})
     select count(*)::int as arrivals,
       (count(*) filter (where ${moving.stoodInFront(newest, newest, value)} is null))::int as added
     from arrival`,
    values,
  )
  const { arrivals: came, added } = rows[0]!
  return came > addedMax ? null : added
}

/** What is remembered of one list under one filter. */
function keptOf(reader: Reader, of: unknown[]) {
  const lists = known.get(reader) ?? new Map<string, Remembered>()
  known.set(reader, lists)
  const key = JSON.stringify(of)
  return {
    read() {
      const remembered = lists.get(key)
      return remembered && performance.now() < remembered.untilMs ? remembered : undefined
    },
    /** Lists that are counted in a moment are not remembered. */
    write({ sums, newest }: { sums: Sum[]; newest: Place | null }, from = rememberedFrom) {
      lists.delete(key)
      if (newest && countOf(sums) >= from)
        lists.set(key, { sums, newest, untilMs: performance.now() + keptMs })
      if (lists.size > listsMax) lists.delete(lists.keys().next().value!)
    },
  }
}

async function readSums<Filter>(
  reader: Reader,
  list: List<Filter, unknown>,
  wanted: Wanted<Filter>,
): Promise<Sum[]> {
  const isKept = isFixed(list, wanted.filter) && list.direction === 'desc'
  if (!isKept) return (await sumRows(reader, list, wanted)).sums
  const kept = keptOf(reader, [list.table, list.hasAmounts, wanted])
  const remembered = kept.read()
  if (remembered) {
    const { sums } = await sumRows(reader, list, wanted, remembered.newest)
    if (countOf(sums) <= addedMax) return addSums(remembered.sums, sums)
  }
  const counted = await sumRows(reader, list, wanted)
  kept.write(counted)
  return counted.sums
}

/** Sums the rows, or those that came after one; the newest is read in the same moment. */
async function sumRows<Filter>(
  reader: Reader,
  list: List<Filter, unknown>,
  wanted: Wanted<Filter>,
  after?: Place,
): Promise<{ sums: Sum[]; newest: Place | null }> {
  const { values, value } = numbered()
  const { at, id } = columnsOf(list)
  const where = whereOf(list, wanted, value)
  const asset = list.hasAmounts ? 'asset, decimals' : `''::text as asset, 0 as decimals`
  const amount = list.hasAmounts ? 'sum(amount)::text' : `'0'`
  const added = after
    ? `and (${at}, ${id}) > (${value(after.at)}::timestamptz, ${value(after.id)})`
    : ''
  const { rows } = await reader.query<Sum & { newest: Place | null }>(
    `select ${asset}, count(*)::int as count, ${amount} as amount,
       (select jsonb_build_object('at', ${at}, 'id', ${id}) from ${list.table} where ${where}
         order by ${at} desc, ${id} desc limit 1) as newest
     from ${list.table} where ${where} ${added} group by 1, 2 order by 1, 2`,
    values,
  )
  return {
    sums: rows.map(({ newest: _, ...sum }) => sum),
    newest: rows[0]?.newest ?? null,
  }
}

function addSums(before: Sum[], added: Sum[]): Sum[] {
  const keyOf = ({ asset, decimals }: Sum) => JSON.stringify([asset, decimals])
  const sums = new Map(before.map((sum) => [keyOf(sum), sum]))
  for (const sum of added) {
    const one = sums.get(keyOf(sum))
    const amount = BigInt(sum.amount) + BigInt(one?.amount ?? 0)
    const count = sum.count + (one?.count ?? 0)
    sums.set(keyOf(sum), { ...sum, count, amount: amount.toString() })
  }
  return [...sums.values()].toSorted(inOrder)
}

/** As Postgres orders them. */
const inOrder = (one: Sum, other: Sum) =>
  one.asset < other.asset ? -1 : one.asset > other.asset ? 1 : one.decimals - other.decimals

/** Whether the filter leaves anything out. */
function isNarrowed<Filter>(
  list: Pick<List<Filter, unknown>, 'conditionsOf'>,
  { owner, filter }: Wanted<Filter>,
): boolean {
  const conditions = list.conditionsOf(filter, owner, numbered().value)
  return conditions.some((condition) => condition !== false)
}

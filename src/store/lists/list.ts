/**
 * A list of a merchant's, as data: what it reads, how it is filtered, ordered and summed. Pages, totals,
 * exports and acting on many all ask the same definition, so that a list adds up to its export.
 *
 * A page is found in an index alone, by creation and id, and only its rows are read: the thousandth page
 * costs what the first one does, by its cursor, and by its offset from the nearest milestone on.
 */
import type { Owner } from '../../shared/owner.ts'
import type { kindsWithMetadata } from '../tables/metadata-keys.ts'
import { allOf, type Value } from '../views/numbered.ts'
import { findStart } from './milestones.ts'
import { type Distinct, movingOf } from './distinct.ts'
import type { CreatedBetween } from './conditions.ts'
import {
  type Behind,
  type Found,
  type Ordered,
  type Part,
  readInOrder,
  type Reader,
} from './places.ts'
import { type Dear, readRowByRow } from './row-by-row.ts'

/** A merchant's own reference: a text, or members. */
export type MetadataOfRow = string | Record<string, unknown> | null

/** `isText`: the moments are texts. */
type Columns = { at: string; id: string; isText?: boolean }

export type List<Filter, Row> = {
  table: string
  /** Where its order and its ids stand: `created_at` and `id`, unless it names others. */
  columns?: Columns
  /** The newest first, or the oldest. */
  direction: 'desc' | 'asc'
  /** Whether its table has the columns asset, decimals and amount, and their sum means something. */
  hasAmounts: boolean
  /** The conditions of a filter, beside the owner's. */
  conditionsOf(filter: Filter, owner: Owner, value: Value): (string | false)[]
  /** Where one row, the newest, stands for all that have the same value of a column. */
  distinct?: Distinct<Filter>
  /** How many rows there are under no filter, where that is known without counting them. */
  countAll?(reader: Reader, owner: Owner): Promise<number>
  metadata?: {
    /** Whose keys its rows have: a charge has its subscription's. */
    keysOf: (typeof kindsWithMetadata)[number]
    valueOf(row: Row): MetadataOfRow
  }
  /**
   * The fields of the filter that never let a row in or out later. Under no others, rows come at an end of the list and
   * nowhere else; without it, nothing of the kind is known.
   */
  fixedBy?: readonly string[] | undefined
  /** Whether so few rows match that finding them all first is quicker than reading in order. */
  isRare?(filter: Filter): boolean
  /** What of its filter needs more than the row. */
  dear?: Dear<Filter>
  /** Reads rows by their ids; one that has gone is left out. */
  readRows(reader: Reader, owner: Owner, ids: string[]): Promise<Map<string, Row>>
}

type Wanted<Filter> = { owner: Owner; filter: Filter }

/** Reads a part of the rows that match. */
export async function readPart<Filter, Row>(
  reader: Reader,
  list: List<Filter, Row>,
  wanted: Wanted<Filter>,
  part: Part,
): Promise<Found<Row>> {
  const { rows: places, ...ends } = await findPart(reader, list, wanted, part)
  const ids = places.map((place) => place.id)
  const found =
    ids.length > 0 ? await list.readRows(reader, wanted.owner, ids) : new Map<string, Row>()
  return { rows: ids.flatMap((one) => found.get(one) ?? []), ...ends }
}

type Places = Found<{ id: string }>

async function findPart<Filter, Row>(
  reader: Reader,
  list: List<Filter, Row>,
  wanted: Wanted<Filter>,
  part: Part,
): Promise<Places> {
  const { dear } = list
  const isRare = list.isRare?.(wanted.filter) ?? false
  const where = (value: Value, behind?: Behind) =>
    whereOf(
      list,
      list.distinct ? wanted : { ...wanted, filter: withoutImplied(wanted.filter, behind) },
      value,
    )
  const ordered = { ...orderedBy(list, where), isRare }
  if (dear?.isAsked(wanted.filter))
    return findDear(reader, list, { ...wanted, dear, ordered }, part)
  return readInOrder(
    reader,
    ordered,
    await fromMilestone(reader, list, { ...wanted, ordered }, part),
  )
}

/** Finds a part whose filter asks for more than rows: among few, row by row, or among all. */
async function findDear<Filter, Row>(
  reader: Reader,
  list: List<Filter, Row>,
  asked: Wanted<Filter> & { dear: Dear<Filter>; ordered: Ordered },
  part: Part,
): Promise<Places> {
  const { dear, ordered, owner, filter } = asked
  const { table } = list
  const { id, at } = columnsOf(list)
  const others = {
    table,
    conditionsOf: (...of: [Filter, Owner, Value]) => dear.otherConditionsOf(...of),
  }
  const whereOthers = (value: Value) => whereOf(others, asked, value)
  const few = await dear.findFew?.(reader, owner, filter)
  if (few) {
    const isOne = (value: Value) => `${whereOthers(value)} and ${id} = any(${value(few)})`
    return readInOrder(reader, { ...orderedBy(list, isOne), isRare: true }, part)
  }
  const fromNearest = await fromMilestone(reader, list, asked, part)
  const rowByRow = {
    ordered,
    table,
    at,
    id,
    whereLookedAt: whereOthers,
    conditionsOfRow: (value: Value) => dear.conditionsOfRow(filter, owner, value),
    rowsLookedAtMax: dear.rowsLookedAtMax,
  }
  const found = await readRowByRow<{ id: string }>(reader, rowByRow, fromNearest)
  return found ?? readInOrder(reader, ordered, fromNearest)
}

/** The filter without the moment that all rows behind a place keep to, because the place does. */
function withoutImplied<Filter>(filter: Filter, behind?: Behind): Filter {
  const { createdFrom, createdTo } = filter as CreatedBetween
  if (!behind) return filter
  const at = behind.place && new Date(behind.place.at)
  const isImplied =
    behind.way === 'desc'
      ? createdTo && (!at || at < createdTo)
      : createdFrom && (!at || at >= createdFrom)
  return isImplied
    ? { ...filter, [behind.way === 'desc' ? 'createdTo' : 'createdFrom']: undefined }
    : filter
}

/** The rows that match a condition, in the order of the list. */
function orderedBy<Filter, Row>(
  list: List<Filter, Row>,
  where: (value: Value, behind?: Behind) => string,
): Ordered {
  const { at, id, isText = false } = columnsOf(list)
  return {
    isText,
    direction: list.direction,
    select: (value, behind) =>
      `select ${id} as place_id, ${id} as id, ${at} as moment from ${list.table} where ${where(value, behind)}`,
  }
}

/** The same part, from the nearest place on that is remembered. */
async function fromMilestone<Filter, Row>(
  reader: Reader,
  list: List<Filter, Row>,
  { owner, filter, ordered }: Wanted<Filter> & { ordered: Ordered },
  { offset = 0, ...part }: Part,
): Promise<Part> {
  if (part.after || part.before || ordered.isRare) return { ...part, offset }
  const isFixedList = isFixed(list, filter)
  const moving = list.distinct && movingOf(list, list.distinct, { owner, filter })
  const start = await findStart(reader, {
    ordered,
    moving: isFixedList ? moving : undefined,
    isFixed: isFixedList,
    layAhead: isFixedList && !list.dear?.isAsked(filter),
    offset,
  })
  return { ...part, ...(start ?? { offset }) }
}

/** Whether rows come at an end alone: no field that is asked for lets one in or out later. */
export function isFixed<Filter>(
  { fixedBy }: Pick<List<Filter, unknown>, 'fixedBy'>,
  filter: Filter,
): boolean {
  if (!fixedBy) return false
  const asked = Object.entries(filter as object).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  )
  return asked.every(([field]) => fixedBy.includes(field))
}

export const columnsOf = ({ columns }: Pick<List<never, unknown>, 'columns'>): Columns =>
  columns ?? { at: 'created_at', id: 'id' }

export function orderOf(list: Pick<List<never, unknown>, 'columns' | 'direction'>): string {
  const { at, id } = columnsOf(list)
  return `${at} ${list.direction}, ${id} ${list.direction}`
}

/** The ids of the rows that match, in the list's order. */
export const selectIds = <Filter, Row>(
  list: List<Filter, Row>,
  wanted: { owner: Owner; filter: Filter },
  value: Value,
): string =>
  `select ${columnsOf(list).id} as id from ${list.table}
   where ${whereOf(list, wanted, value)} order by ${orderOf(list)}`

/** The condition of all rows that match. */
export function whereOf<Filter>(
  list: Pick<List<Filter, unknown>, 'table' | 'conditionsOf'>,
  { owner, filter }: { owner: Owner; filter: Filter },
  value: Value,
): string {
  const { table } = list
  const merchant = `${table}.merchant_id = ${value(owner.merchantId)}`
  const network = `${table}.network = ${value(owner.network)}`
  return allOf([merchant, network, ...list.conditionsOf(filter, owner, value)])
}

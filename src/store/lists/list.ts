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
import { type Found, type Ordered, type Part, readInOrder, type Reader } from './places.ts'

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
  /** Where one row stands for all that have the same value of a column: the column, and what all of these match. */
  distinct?: {
    column: string
    conditionsOf(filter: Filter, owner: Owner, value: Value): (string | false)[]
  }
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
  /** Reads rows by their ids; one that has gone is left out. */
  readRows(reader: Reader, owner: Owner, ids: string[]): Promise<Map<string, Row>>
}

/** Reads a part of the rows that match. */
export async function readPart<Filter, Row>(
  reader: Reader,
  list: List<Filter, Row>,
  wanted: { owner: Owner; filter: Filter },
  part: Part,
): Promise<Found<Row>> {
  const { at, id, isText = false } = columnsOf(list)
  const ordered: Ordered = {
    isText,
    direction: list.direction,
    isRare: list.isRare?.(wanted.filter) ?? false,
    select: (value) =>
      `select ${id} as place_id, ${id} as id, ${at} as moment from ${list.table} where ${whereOf(list, wanted, value)}`,
  }
  const { rows: places, ...ends } = await readInOrder<{ id: string }>(
    reader,
    ordered,
    await fromMilestone(reader, list, { ...wanted, ordered }, part),
  )
  const ids = places.map((place) => place.id)
  const found =
    ids.length > 0 ? await list.readRows(reader, wanted.owner, ids) : new Map<string, Row>()
  return { rows: ids.flatMap((one) => found.get(one) ?? []), ...ends }
}

/** The same part, from the nearest place on that is remembered. */
async function fromMilestone<Filter>(
  reader: Reader,
  list: Pick<List<Filter, unknown>, 'fixedBy'>,
  { filter, ordered }: { filter: Filter; ordered: Ordered },
  { offset = 0, ...part }: Part,
): Promise<Part> {
  if (part.after || part.before || ordered.isRare) return { ...part, offset }
  const start = await findStart(reader, { ordered, isFixed: isFixed(list, filter), offset })
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

/**
 * A list of a merchant's, as data: what it reads, how it is filtered, ordered and summed. Pages, totals and exports all
 * ask the same definition, so that a list adds up to its export.
 *
 * A page is found in an index alone, by creation and id, and only its rows are read: by its cursor the thousandth page
 * costs what the first one does.
 */
import type { Owner } from '../../shared/owner.ts'
import type { kindsWithMetadata } from '../tables/metadata-keys.ts'
import { allOf, type ParameterValue } from '../views/query-parameters.ts'
import type { CreatedBetween, MetadataOfRow } from './conditions.ts'
import { type Behind, type FoundPage, type Part, readInOrder, type Reader } from './places.ts'
/** `isText`: the moments are texts. */
type Columns = { at: string; id: string; isText?: boolean }

export type List<Filter, Row> = {
  table: string
  /** The columns of its order and its ids: `created_at` and `id`, unless it names others. */
  columns?: Columns
  /** The newest first, or the oldest. */
  direction: 'desc' | 'asc'
  /** Whether its table has the columns asset, decimals and amount, and their sum means something. */
  hasAmounts: boolean
  /** Another sum of its rows, in SQL: of what came of them, or of what they bring in a month. */
  alsoSummed?: { as: 'paid' | 'monthly'; sum: string }
  /** Whether its conditions ask rows whether there is a newer one, which a moment that is left out would change. */
  standsForOthers?: boolean
  /** The conditions of a filter, beside the owner's. */
  conditionsOf(filter: Filter, owner: Owner, value: ParameterValue): (string | false)[]
  metadata?: {
    /** The kind whose keys its rows have: a charge has its subscription's. */
    keysOf: (typeof kindsWithMetadata)[number]
    valueOf(row: Row): MetadataOfRow
  }
  /** Whether so few rows match that finding them all first is quicker than reading in order. */
  isRare?(filter: Filter): boolean
  /** Reads rows by their ids; one that has gone is left out. */
  readRows(reader: Reader, owner: Owner, ids: string[]): Promise<Map<string, Row>>
}

export type ListQuery<Filter> = { owner: Owner; filter: Filter }

/** Reads a part of the rows that match. */
export async function readPart<Filter, Row>(
  reader: Reader,
  list: List<Filter, Row>,
  wanted: ListQuery<Filter>,
  part: Part,
): Promise<FoundPage<Row>> {
  const { at, id, isText = false } = columnsOf(list)
  const { owner, filter } = wanted
  const select = (value: ParameterValue, behind?: Behind) => {
    const asked = list.standsForOthers ? filter : withoutImplied(filter, behind)
    return `select ${id} as place_id, ${id} as id, ${at} as moment
      from ${list.table} where ${whereOf(list, { owner, filter: asked }, value)}`
  }
  const isRare = list.isRare?.(filter) ?? false
  const ordered = { isText, isRare, direction: list.direction, select }
  const { rows: places, ...ends } = await readInOrder<{ id: string }>(reader, ordered, part)
  const ids = places.map((place) => place.id)
  const found = ids.length > 0 ? await list.readRows(reader, owner, ids) : new Map<string, Row>()
  return { rows: ids.flatMap((one) => found.get(one) ?? []), ...ends }
}

/** The filter without the moment that all rows behind a place keep to, because the place does. */
function withoutImplied<Filter>(filter: Filter, behind?: Behind): Filter {
  const { createdFrom, createdTo } = filter as CreatedBetween
  if (!behind) return filter
  const at = new Date(behind.place.at)
  const isImplied =
    behind.way === 'desc' ? createdTo && at < createdTo : createdFrom && at >= createdFrom
  return isImplied
    ? { ...filter, [behind.way === 'desc' ? 'createdTo' : 'createdFrom']: undefined }
    : filter
}

const columnsOf = ({ columns }: Pick<List<never, unknown>, 'columns'>): Columns =>
  columns ?? { at: 'created_at', id: 'id' }

function orderOf(list: Pick<List<never, unknown>, 'columns' | 'direction'>): string {
  const { at, id } = columnsOf(list)
  return `${at} ${list.direction}, ${id} ${list.direction}`
}

/** The ids of the rows that match, in the list's order. */
export const selectIds = <Filter, Row>(
  list: List<Filter, Row>,
  wanted: ListQuery<Filter>,
  value: ParameterValue,
): string =>
  `select ${columnsOf(list).id} as id from ${list.table}
   where ${whereOf(list, wanted, value)} order by ${orderOf(list)}`

/** The condition of all rows that match. */
export function whereOf<Filter>(
  list: Pick<List<Filter, unknown>, 'table' | 'conditionsOf'>,
  { owner, filter }: ListQuery<Filter>,
  value: ParameterValue,
): string {
  const { table } = list
  const merchant = `${table}.merchant_id = ${value(owner.merchantId)}`
  const network = `${table}.network = ${value(owner.network)}`
  return allOf([merchant, network, ...list.conditionsOf(filter, owner, value)])
}

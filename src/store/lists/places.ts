/**
 * A part of rows in order, found by the place of one of them: what comes behind a row, or stood in front of it. Nothing
 * comes twice and nothing is left out while others come, and the thousandth part costs what the first does.
 */
import { numbered, type ParameterValue } from '../views/query-parameters.ts'

/** The pool, or a connection inside a transaction. */
export type Reader = {
  query<Row extends object>(text: string, values: unknown[]): Promise<{ rows: Row[] }>
}

/** The place of a row in its list; `at` is ISO 8601 in UTC, to the microsecond. */
export type ListPosition = { at: string; id: string }

/** A part of a list: after a place, before one, or by offset. */
export type Part = {
  limit: number
  offset?: number
  after?: ListPosition | undefined
  before?: ListPosition | undefined
}

export type FoundPage<Row> = {
  rows: Row[]
  /** The place of the first row, to go back before; null where the list begins here. */
  previous: ListPosition | null
  /** The place of the last row, to go on after; null where the list ends here. */
  next: ListPosition | null
}

/** Rows in order, as a statement that selects `place_id` and `moment` beside whatever they hold. */
export type Ordered = {
  /** By moment and id, the newest first or the oldest. */
  direction: 'desc' | 'asc'
  /** By id alone: ids that sort by time, or rows without a moment. */
  isById?: boolean
  /** Whether its moments are texts, ISO 8601 in UTC to the millisecond. */
  isText?: boolean
  /** Whether so few rows match that finding them all first is quicker than reading in order. */
  isRare?: boolean
  select: (value: ParameterValue, behind?: Behind) => string
}

/**
 * Bounds the rows to those behind a place. A condition that follows from it may be left out: of two bounds of an index
 * PostgreSQL enters at one and goes through to the other.
 */
export type Behind = { way: Way; place: ListPosition }

type Placed = { place_id: string; moment: unknown; placeAt: string }

const opposite = { asc: 'desc', desc: 'asc' } as const

/** A row's moment as its place has it. */
const placeAt = ({ isText }: Pick<Ordered, 'isText'>): string =>
  `to_char(moment${isText ? '::timestamptz' : ''} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Reads a part of the rows, in their order, without their places. */
export async function readInOrder<Row extends object>(
  reader: Reader,
  ordered: Ordered,
  part: Part,
): Promise<FoundPage<Row>> {
  const { values, value } = numbered()
  const { rows } = await reader.query<Row & Placed>(partStatement(ordered, part, value), values)
  return cutPart(
    rows.map(({ place_id: id, moment: _, placeAt: at, ...row }) => ({
      place: { at, id },
      row: row as unknown as Row,
    })),
    part,
  )
}

/** Selects one row more than the part may have; those before a place come the nearest first. */
function partStatement(ordered: Ordered, part: Part, value: ParameterValue): string {
  const { direction, isRare = false } = ordered
  const { limit, offset = 0 } = part
  const { way, place } = startOf(direction, part)
  const matching = ordered.select(value, place && { way, place })
  const behind = place && `where ${isBehind(ordered, way, place, value)}`
  return `with matching as ${isRare ? 'materialized' : 'not materialized'} (${matching})
    select *, ${placeAt(ordered)} as "placeAt" from matching ${behind ?? ''}
    order by ${orderOfPlaces(ordered, way)} limit ${value(limit + 1)} offset ${value(offset)}`
}

type Way = Ordered['direction']

/** Returns which way a part is read, and behind which place. */
const startOf = (direction: Way, { before, after }: Pick<Part, 'before' | 'after'>) => ({
  way: before ? opposite[direction] : direction,
  place: before ?? after,
})

type Placing = Pick<Ordered, 'isById' | 'isText'>

/** The order of rows, one way or the other. */
const orderOfPlaces = ({ isById }: Placing, way: Way): string =>
  isById ? `place_id ${way}` : `moment ${way}, place_id ${way}`

/** The condition of rows that come behind a place on the way. */
function isBehind(
  { isById, isText }: Placing,
  way: Way,
  { at, id }: ListPosition,
  value: ParameterValue,
): string {
  const comes = way === 'desc' ? '<' : '>'
  if (isById) return `place_id ${comes} ${value(id)}`
  const moment = isText ? `${value(new Date(at).toISOString())}` : `${value(at)}::timestamptz`
  return `(moment, place_id) ${comes} (${moment}, ${value(id)})`
}

/** Takes the row too many as the sign that there are more, and puts the part into the order of the list. */
export function cutPart<Row>(
  found: { place: ListPosition; row: Row }[],
  { limit, offset = 0, after, before }: Part,
): FoundPage<Row> {
  const isMore = found.length > limit
  const shown = before ? found.slice(0, limit).toReversed() : found.slice(0, limit)
  const isFirst = before ? !isMore : !after && offset === 0
  const isLast = !before && !isMore
  return {
    rows: shown.map(({ row }) => row),
    previous: isFirst ? null : (shown[0]?.place ?? null),
    next: isLast ? null : (shown.at(-1)?.place ?? null),
  }
}

/**
 * Parts of lists whose filter asks for more than a row: for the first charge of a subscription, for the plan of an event.
 * Asked of all rows at once that takes as long wherever the part is, so the rows from there on are asked one by one, and
 * most parts are full before long.
 */
import type { Owner } from '../../shared/owner.ts'
import { allOf, type Value } from '../views/numbered.ts'
import {
  type Found,
  isBehind,
  type Ordered,
  type Part,
  readInOrder,
  type Reader,
  startOf,
} from './places.ts'

/** What of a list's filter is dear to ask of all rows. */
export type Dear<Filter> = {
  isAsked(filter: Filter): boolean
  /** Rows that are looked at one by one, 4 µs each, before all are asked: a fraction of what that takes. */
  rowsLookedAtMax: number
  /** The conditions that it makes, as they are asked of one row. */
  conditionsOfRow(filter: Filter, owner: Owner, value: Value): (string | false)[]
  /** The conditions that the rest of the filter makes. */
  otherConditionsOf(filter: Filter, owner: Owner, value: Value): (string | false)[]
  /** The ids of all rows that these let through, where they are few. */
  findFew?(reader: Reader, owner: Owner, filter: Filter): Promise<string[] | null>
}

/** `table`, `at` and `id`: of the rows, and the columns where their places stand. */
export type RowByRow = {
  ordered: Ordered
  table: string
  at: string
  id: string
  /** The condition of the rows that are looked at; and of those of them that match. */
  whereLookedAt: (value: Value) => string
  conditionsOfRow: (value: Value) => (string | false)[]
  rowsLookedAtMax: number
}

/** Reads a part whose rows are among those looked at; null where they do not fill it. */
export async function readRowByRow<Row extends object>(
  reader: Reader,
  asked: RowByRow,
  part: Part,
): Promise<Found<Row> | null> {
  const ordered = { ...asked.ordered, select: (value: Value) => selectLookedAt(asked, part, value) }
  const found = await readInOrder<Row>(reader, ordered, part)
  const isFull = part.before ? found.previous !== null : found.next !== null
  return isFull ? found : null
}

function selectLookedAt(
  { ordered, table, at, id, whereLookedAt, conditionsOfRow, rowsLookedAtMax }: RowByRow,
  part: Part,
  value: Value,
): string {
  const { way, place } = startOf(ordered.direction, part)
  const behind = place && isBehind(ordered, way, place, value, `${at}, ${id}`)
  return `select ${id} as place_id, ${id} as id, ${at} as moment
    from (select * from ${table} where ${allOf([whereLookedAt(value), behind ?? false])}
      order by ${at} ${way}, ${id} ${way} limit ${value(rowsLookedAtMax)}) ${table}
    where ${allOf(conditionsOfRow(value))}`
}

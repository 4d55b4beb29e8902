/** The places of every so many rows of a list, each found from the one before on. */
import { numbered, type Value } from '../views/numbered.ts'
import {
  isBehind,
  type Ordered,
  orderOfPlaces,
  type Place,
  placeAt,
  type Reader,
} from './places.ts'

/** `rows`: from one place to the next; `from`: the place to go on behind, the first row where there is none. */
type Laying = { rows: number; from: Place | undefined; count: number }

/** Reads so many places at most; fewer where the list ends. */
export async function layPlaces(
  reader: Reader,
  ordered: Ordered,
  laying: Laying,
): Promise<Place[]> {
  const { values, value } = numbered()
  const { rows } = await reader.query<Place>(laidStatement(ordered, laying, value), values)
  return rows
}

/** Half as dear as numbering all rows. */
function laidStatement(ordered: Ordered, { rows, from, count }: Laying, value: Value): string {
  const { direction } = ordered
  const one = `order by ${orderOfPlaces(ordered, direction)} limit 1 offset ${rows - 1}`
  const behind = from ? `where ${isBehind(ordered, direction, from, value)}` : ''
  const isFurther = `(${orderedBy(ordered)}) ${direction === 'desc' ? '<' : '>'} (${orderedBy(ordered, 'milestone.')})`
  const following = ordered.select(value, { way: direction })
  const first = from ? following : ordered.select(value)
  return `with recursive matching as not materialized (${first}),
    following as not materialized (${following}),
    milestone as (
      (select moment, place_id, 1 as n from matching ${behind} ${one})
      union all
      select further.moment, further.place_id, n + 1
      from milestone cross join lateral (select moment, place_id from following where ${isFurther} ${one}) further
      where n < ${value(count)})
    select place_id as id, ${placeAt(ordered)} as at from milestone order by n`
}

const orderedBy = ({ isById }: Ordered, of = '') =>
  isById ? `${of}place_id` : `${of}moment, ${of}place_id`

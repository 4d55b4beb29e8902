/**
 * Milestones of lists: the places of every thousandth row, remembered in this process, so that a page by offset is read
 * from the nearest one on, however far into the list it is. They are laid as far as somebody asks.
 *
 * What stands in front of the first one is counted with each question, so rows that come to the front move all offsets by
 * as many. Rows that join or leave behind it are seen when the milestones are laid anew: decision 0094.
 */
import { numbered, type Value } from '../views/numbered.ts'
import {
  isBehind,
  isUpTo,
  type Ordered,
  orderOfPlaces,
  type Place,
  placeAt,
  type Reader,
} from './places.ts'

/** Rows from one milestone to the next; offsets up to there are counted from the first row. */
export const rowsOfMilestone = 1_000
/** Laid anew once more rows stand in front of the first one than are counted in a moment. */
const rowsInFrontMax = 5 * rowsOfMilestone
/** Of lists in which rows come at an end and nowhere else; and of those in which they join and leave anywhere. */
const keptMsFixed = 600_000
const keptMsChanging = 10_000
/** Of one database; the list that was asked for longest ago is forgotten first. */
const listsMax = 500
const placesMax = 100_000

/** Where to read on: so many rows behind a place. */
export type Start = { after: Place; offset: number }
/** `isFixed`: whether rows that are there stay, and others come at an end alone. */
export type Wanted = { ordered: Ordered; isFixed: boolean; offset: number }

const known = new WeakMap<Reader, Map<string, Milestones>>()

/** Finds where to read on to begin at an offset; null where that is nearer to the first row than to any milestone. */
export async function findStart(reader: Reader, wanted: Wanted): Promise<Start | null> {
  if (wanted.offset <= rowsOfMilestone) return null
  const lists = known.get(reader) ?? new Map<string, Milestones>()
  known.set(reader, lists)
  const { values, value } = numbered()
  // The rows that are selected, with the list's owner and filter among the values, and nothing besides, make the list.
  const key = JSON.stringify([wanted.ordered.direction, wanted.ordered.select(value), values])
  const milestones = lists.get(key) ?? new Milestones(reader)
  lists.delete(key)
  lists.set(key, milestones)
  const start = await milestones.find(wanted)
  forgetOldest(lists)
  return start
}

function forgetOldest(lists: Map<string, Milestones>): void {
  let count = 0
  for (const { places } of lists.values()) count += places.length
  for (const [key, { places }] of lists) {
    if (count <= placesMax && lists.size <= listsMax) return
    lists.delete(key)
    count -= places.length
  }
}

class Milestones {
  places: Place[] = []
  readonly #reader: Reader
  #reachesEnd = false
  /** By `performance.now()`. */
  #untilMs = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** One question after another: those who ask at once do not all count the same rows. */
  find(wanted: Wanted): Promise<Start | null> {
    const found = this.#last.then(() => this.#find(wanted))
    this.#last = found.catch(() => undefined)
    return found
  }

  async #find({ ordered, isFixed, offset }: Wanted): Promise<Start | null> {
    const inFront = await this.#countInFront(ordered)
    if (inFront === null) {
      this.places = []
      this.#reachesEnd = false
      this.#untilMs = performance.now() + (isFixed ? keptMsFixed : keptMsChanging)
    }
    const passed = Math.floor((offset - (inFront ?? rowsOfMilestone)) / rowsOfMilestone)
    if (passed < 0) return null
    await this.#layUpTo(ordered, passed + 1)
    const index = Math.min(passed, this.places.length - 1)
    const after = this.places[index]
    const rowsUpToIt = (inFront ?? rowsOfMilestone) + index * rowsOfMilestone
    return after ? { after, offset: offset - rowsUpToIt } : null
  }

  /** Counts the rows up to the first milestone, itself included; null where milestones have to be laid anew. */
  async #countInFront(ordered: Ordered): Promise<number | null> {
    const [first] = this.places
    if (!first || performance.now() > this.#untilMs) return null
    const { values, value } = numbered()
    const { rows } = await this.#reader.query<{ count: number }>(
      `with matching as not materialized (${ordered.select(value)})
       select count(*)::int as count from (
         select from matching where ${isUpTo(ordered, ordered.direction, first, value)}
         limit ${value(rowsInFrontMax + 1)}) in_front`,
      values,
    )
    const { count } = rows[0]!
    return count > rowsInFrontMax ? null : count
  }

  async #layUpTo(ordered: Ordered, wantedCount: number): Promise<void> {
    const missing = wantedCount - this.places.length
    if (missing <= 0 || this.#reachesEnd) return
    const { values, value } = numbered()
    const { rows } = await this.#reader.query<Place>(
      laidStatement(ordered, this.places.at(-1), missing, value),
      values,
    )
    this.places.push(...rows)
    this.#reachesEnd = rows.length < missing
  }
}

/** Selects every thousandth row behind a place, or of all, each from the one before on: half as dear as numbering all. */
function laidStatement(
  ordered: Ordered,
  from: Place | undefined,
  count: number,
  value: Value,
): string {
  const { direction } = ordered
  const one = `order by ${orderOfPlaces(ordered, direction)} limit 1 offset ${rowsOfMilestone - 1}`
  const behind = from ? `where ${isBehind(ordered, direction, from, value)}` : ''
  const isFurther = `(${orderedBy(ordered)}) ${direction === 'desc' ? '<' : '>'} (${orderedBy(ordered, 'milestone.')})`
  return `with recursive matching as not materialized (${ordered.select(value)}),
    milestone as (
      (select moment, place_id, 1 as n from matching ${behind} ${one})
      union all
      select further.moment, further.place_id, n + 1
      from milestone cross join lateral (select moment, place_id from matching where ${isFurther} ${one}) further
      where n < ${value(count)})
    select place_id as id, ${placeAt(ordered)} as at from milestone order by n`
}

const orderedBy = ({ isById }: Ordered, of = '') =>
  isById ? `${of}place_id` : `${of}moment, ${of}place_id`

/**
 * Milestones of lists: the places of every thousandth row, remembered in this process, so that a page by offset is read
 * from the nearest one on, however far into the list it is. They are laid as far as somebody asks, and of a list whose
 * first page was read all of them, in the background, where they hold for long.
 *
 * What stands in front of the first one is counted with each question, so rows that come to the front move all offsets by
 * as many. Rows that join or leave behind it are seen when the milestones are laid anew: decision 0094.
 */
import { numbered } from '../views/numbered.ts'
import { layPlaces } from './laid-places.ts'
import { type Moving, MovingMilestones } from './moving-milestones.ts'
import { isUpTo, type Ordered, type Place, type Reader } from './places.ts'

/** Rows from one milestone to the next; offsets up to there are counted from the first row. */
export const rowsOfMilestone = 1_000
/** Laid anew once more rows stand in front of the first one than are counted in a moment. */
const rowsInFrontMax = 5 * rowsOfMilestone
/** Of lists in which rows come at an end and nowhere else; and of those in which they join and leave anywhere. */
const keptMsFixed = 600_000
const keptMsChanging = 10_000
/** Laid at once in the background: 10 ms. */
const laidAhead = 25
const listsWaitingMax = 20
/** Of one database; the list that was asked for longest ago is forgotten first. */
const listsMax = 500
const placesMax = 100_000

/** Where to read on: so many rows behind a place. */
export type Start = { after: Place; offset: number }
/** `isFixed`: whether rows that are there stay, and others come at an end alone, or move there where the list is `moving`. */
export type Wanted = {
  ordered: Ordered
  moving?: Moving | undefined
  isFixed: boolean
  /** Whether all are laid once the first page was read. */
  layAhead: boolean
  offset: number
}

type AnyMilestones = Milestones | MovingMilestones
/** `waiting`: those that are laid in the background, the first one now. */
type Known = { lists: Map<string, AnyMilestones>; waiting: Map<AnyMilestones, Wanted> }
const known = new WeakMap<Reader, Known>()

/** Finds where to read on to begin at an offset; null where that is nearer to the first row than to any milestone. */
export async function findStart(reader: Reader, wanted: Wanted): Promise<Start | null> {
  const isNear = wanted.offset <= rowsOfMilestone
  if (isNear && !wanted.layAhead) return null
  const of: Known = known.get(reader) ?? { lists: new Map(), waiting: new Map() }
  known.set(reader, of)
  const { lists } = of
  const { values, value } = numbered()
  // The rows that are selected, with the list's owner and filter among the values, and nothing besides, make the list.
  const key = JSON.stringify([wanted.ordered.direction, wanted.ordered.select(value), values])
  const milestones = lists.get(key) ?? newMilestones(reader, wanted)
  lists.delete(key)
  lists.set(key, milestones)
  if (isNear) void layAhead(of, milestones, wanted)
  const start = isNear ? null : await milestones.find(wanted)
  forgetOldest(lists)
  return start
}

const newMilestones = (reader: Reader, { moving, isFixed }: Wanted) =>
  moving
    ? new MovingMilestones(reader, moving, isFixed ? keptMsFixed : keptMsChanging)
    : new Milestones(reader)

/** Lays all that is missing of one list after another, in parts, between which others are answered. */
async function layAhead(of: Known, milestones: AnyMilestones, wanted: Wanted): Promise<void> {
  if (milestones.isLaid() || of.waiting.size >= listsWaitingMax) return
  const isLaying = of.waiting.size > 0
  of.waiting.set(milestones, wanted)
  if (isLaying) return
  for (const [next, its] of of.waiting) {
    // Who asks for a page that far lays them again, and meets the fault.
    await layAll(of, next, its).catch(() => undefined)
    of.waiting.delete(next)
  }
}

async function layAll(of: Known, milestones: AnyMilestones, wanted: Wanted): Promise<void> {
  while (!milestones.isLaid()) {
    await milestones.layOn(wanted, laidAhead)
    forgetOldest(of.lists)
    if (![...of.lists.values()].includes(milestones)) return
  }
}

function forgetOldest(lists: Known['lists']): void {
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

  /** Whether all there are are laid and still hold. */
  isLaid(): boolean {
    return this.#reachesEnd && performance.now() <= this.#untilMs
  }

  /** One question after another: those who ask at once do not all count the same rows. */
  find(wanted: Wanted): Promise<Start | null> {
    return this.#inTurn(() => this.#find(wanted))
  }

  /** Lays some more of those that are missing. */
  layOn(wanted: Wanted, count: number): Promise<void> {
    return this.#inTurn(() => {
      if (performance.now() > this.#untilMs) this.#begin(wanted)
      return this.#layUpTo(wanted.ordered, this.places.length + count)
    })
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }

  async #find(wanted: Wanted): Promise<Start | null> {
    const { ordered, offset } = wanted
    const inFront = await this.#countInFront(ordered)
    if (inFront === null) this.#begin(wanted)
    const passed = Math.floor((offset - (inFront ?? rowsOfMilestone)) / rowsOfMilestone)
    if (passed < 0) return null
    await this.#layUpTo(ordered, passed + 1)
    const index = Math.min(passed, this.places.length - 1)
    const after = this.places[index]
    const rowsUpToIt = (inFront ?? rowsOfMilestone) + index * rowsOfMilestone
    return after ? { after, offset: offset - rowsUpToIt } : null
  }

  #begin({ isFixed }: Wanted): void {
    this.places = []
    this.#reachesEnd = false
    this.#untilMs = performance.now() + (isFixed ? keptMsFixed : keptMsChanging)
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
    const from = this.places.at(-1)
    const laid = await layPlaces(this.#reader, ordered, {
      rows: rowsOfMilestone,
      from,
      count: missing,
    })
    this.places.push(...laid)
    this.#reachesEnd = laid.length < missing
  }
}

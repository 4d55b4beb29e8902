/**
 * Milestones of a list in which one row stands for all that have the same value, and moves to the front with each that
 * comes: a customer stands where the newest of its subscriptions does. They are those of the list as it was when its newest
 * row of then came, which never changes. Whoever has come to the front since, and from where, is counted with each question.
 */
import { numbered, type Value } from '../views/numbered.ts'
import { layPlaces } from './laid-places.ts'
import type { Start } from './milestones.ts'
import type { Ordered, Place, Reader } from './places.ts'

/** Finding whether a row is the newest of its value takes 5 µs. */
const rowsOfMilestone = 200
/** Laid anew once more have come than are counted in a moment. */
const arrivalsMax = 1_000

/** Up to a milestone, by its number from 1: the newest row, and those behind it. */
const rowsUpTo = (milestone: number): number => 1 + milestone * rowsOfMilestone

export type Moving = {
  /** Selects each value once. */
  selectAll: (value: Value) => string
  /** The list behind this row, as it was when it was the newest. */
  asOf: (newest: Place) => Ordered
  selectNewest: (value: Value) => string
  /** Selects each value of which a row came behind the newest one of then. */
  selectArrivals: (newest: Place, value: Value) => string
  /** Whether one of these stood in front of a place then, or at it; null where it stood nowhere. */
  stoodInFront: (newest: Place, place: Place, value: Value) => string
}

export class MovingMilestones {
  places: Place[] = []
  readonly #reader: Reader
  readonly #moving: Moving
  readonly #keptMs: number
  #newest: Place | null = null
  #reachesEnd = false
  /** By `performance.now()`. */
  #untilMs = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(reader: Reader, moving: Moving, keptMs: number) {
    this.#reader = reader
    this.#moving = moving
    this.#keptMs = keptMs
  }

  /** Whether all there are are laid and still hold. */
  isLaid(): boolean {
    return this.#reachesEnd && performance.now() <= this.#untilMs
  }

  /** One question after another: those who ask at once do not all count the same rows. */
  find({ offset }: { offset: number }): Promise<Start | null> {
    return this.#inTurn(() => this.#find(offset))
  }

  /** Lays some more of those that are missing. */
  layOn(_wanted: unknown, count: number): Promise<void> {
    return this.#inTurn(async () => {
      if (performance.now() > this.#untilMs) await this.#begin()
      await this.#layUpTo(this.places.length + count)
    })
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }

  async #find(offset: number): Promise<Start | null> {
    const arrivals = await this.#countArrivals()
    if (arrivals === null) await this.#begin()
    // Each arrival moves what it passed back by one row.
    const passed = Math.floor((offset - 1 - (arrivals ?? 0)) / rowsOfMilestone)
    await this.#layUpTo(passed)
    const count = Math.min(passed, this.places.length)
    const after = this.places[count - 1]
    if (!after) return null
    const moved = arrivals ? await this.#countArrivals(after) : 0
    return moved === null ? null : { after, offset: offset - rowsUpTo(count) - moved }
  }

  async #begin(): Promise<void> {
    this.places = []
    const { values, value } = numbered()
    const { rows } = await this.#reader.query<Place>(this.#moving.selectNewest(value), values)
    this.#newest = rows[0] ?? null
    this.#reachesEnd = this.#newest === null
    this.#untilMs = performance.now() + this.#keptMs
  }

  /** Counts those that have come, or of them those that passed a place; null where milestones have to be laid anew. */
  async #countArrivals(passed?: Place): Promise<number | null> {
    if (!this.#newest || performance.now() > this.#untilMs) return null
    const { values, value } = numbered()
    const arrivals = this.#moving.selectArrivals(this.#newest, value)
    const arePassing = passed
      ? `${this.#moving.stoodInFront(this.#newest, passed, value)} is not true`
      : 'true'
    const { rows } = await this.#reader.query<{ count: number }>(
      `with arrival as materialized (${arrivals} limit ${value(arrivalsMax + 1)})
       select count(*)::int as count from arrival where ${arePassing}`,
      values,
    )
    const { count } = rows[0]!
    return count > arrivalsMax ? null : count
  }

  async #layUpTo(wantedCount: number): Promise<void> {
    const missing = wantedCount - this.places.length
    if (missing <= 0 || this.#reachesEnd || !this.#newest) return
    const laid = await layPlaces(this.#reader, this.#moving.asOf(this.#newest), {
      rows: rowsOfMilestone,
      // A bound of its own at the newest row would be gone through from there to each milestone.
      from: this.places.at(-1) ?? this.#newest,
      count: missing,
    })
    this.places.push(...laid)
    this.#reachesEnd = laid.length < missing
  }
}

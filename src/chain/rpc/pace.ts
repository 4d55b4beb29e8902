/**
 * Limits how fast one node is asked: without a limit until it asks for less; then more slowly by a part
 * at once, and faster again little by little (AIMD), so that the rate stays just below what the provider
 * allows, whatever that is.
 */
import { elapsedMs, wait } from '../../shared/time.ts'

const perSecondMin = 2
/** Above this rate there is no limit any more. */
const perSecondMax = 400
const slowingFactor = 0.7
/** Added to the rate for each second without a complaint. */
const gainPerSecond = 1
/** One burst that is refused counts as one complaint. */
const complaintMs = 1_000
const pauseBaseMs = 250
const pauseMaxMs = 10_000
/** The longest pause by a node's `Retry-After`. */
const retryAfterMaxMs = 300_000

/** Until when, by `elapsedMs()`, a request can wait for its turn, and for a pause that the node asked for. */
export type Patience = { turnUntil: number; pausesUntil: number }

export class Pace {
  #perSecond = Infinity
  #turnAt = 0
  #pausedUntil = 0
  #complainedAt = -Infinity
  #complaintsInRow = 0
  /** The moments at which the requests of the last second began. */
  #begun: number[] = []

  /** Requests for each second, or null while there is no limit. */
  get perSecond(): number | null {
    return Number.isFinite(this.#perSecond) ? this.#perSecond : null
  }

  /** Returns how long a request that comes now has to wait. */
  delayMs(now = elapsedMs()): number {
    return Math.max(0, this.#turnAt - now, this.#pausedUntil - now)
  }

  /** Waits until it is this request's turn; returns false where that would be later than it can wait. */
  async turn(patience: Patience): Promise<boolean> {
    const now = elapsedMs()
    const at = Math.max(now, this.#turnAt, this.#pausedUntil)
    if (at > patience.turnUntil || this.#pausedUntil > patience.pausesUntil) return false
    if (Number.isFinite(this.#perSecond)) this.#turnAt = at + 1_000 / this.#perSecond
    if (at > now) await wait(at - now)
    // A pause may have begun meanwhile; the requests that wait go on one by one after it.
    if (this.#pausedUntil > elapsedMs()) return this.turn(patience)
    this.#note()
    return true
  }

  /** Raises the rate, because the node gave an answer. */
  speedUp(): void {
    this.#complaintsInRow = 0
    if (!Number.isFinite(this.#perSecond)) return
    this.#perSecond += gainPerSecond / this.#perSecond
    if (this.#perSecond > perSecondMax) this.#perSecond = Infinity
  }

  /** Lowers the rate and pauses, because the node asked for less; `pauseMs` where it said for how long. */
  slowDown(pauseMs: number | null): void {
    const now = elapsedMs()
    const isNew = now - this.#complainedAt >= complaintMs
    if (isNew) {
      const reached = Math.min(this.#perSecond, this.#begun.length)
      this.#perSecond = Math.max(perSecondMin, reached * slowingFactor)
      this.#complaintsInRow++
      this.#complainedAt = now
    }
    const ownPauseMs = Math.min(pauseMaxMs, pauseBaseMs * 2 ** Math.min(this.#complaintsInRow, 10))
    const pausedMs = Math.min(retryAfterMaxMs, pauseMs ?? ownPauseMs)
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pausedMs)
    this.#turnAt = Math.max(this.#turnAt, this.#pausedUntil)
  }

  #note(): void {
    const now = elapsedMs()
    while (this.#begun.length && this.#begun[0]! < now - 1_000) this.#begun.shift()
    this.#begun.push(now)
  }
}

/** Reads a `Retry-After`: seconds, or a date. */
export function retryAfterMs(header: string | null | undefined, now = Date.now()): number | null {
  if (!header) return null
  const seconds = Number(header)
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1_000
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

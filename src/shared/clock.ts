/**
 * The one clock. Business time (due dates, expiry, grace, retries, event times) is the database's time
 * plus the test clock's offset, which counts only where every chain is local; no decision reads the
 * process clock. Real time (signatures, sessions, rate limits) is `realNow`.
 */
import { elapsedMs } from './time.ts'
import type { Owner } from './owner.ts'

export class Clock {
  /** The database's time when this process began; between two looks at it the one Time goes on. */
  #databaseOriginMs = Date.now() - elapsedMs()
  #testOffsetMs = 0

  /** Returns business time: database time moved by the test clock. */
  now(): Date {
    return new Date(this.realNow().getTime() + this.#testOffsetMs)
  }

  /** Returns the database's time, never moved: for signatures, sessions and rate limits. */
  realNow(): Date {
    return new Date(this.#databaseOriginMs + elapsedMs())
  }

  /** The milliseconds by which the test clock is ahead of real time. */
  get testOffsetMs(): number {
    return this.#testOffsetMs
  }

  /** The milliseconds by which the clock of this machine is ahead of the database's; negative: behind. */
  get aheadOfDatabaseMs(): number {
    return Date.now() - this.realNow().getTime()
  }

  /** Sets the clock to the database's time, read `roundTripMs` ago at most. */
  setDatabaseTime(databaseTime: Date, roundTripMs: number): void {
    this.#databaseOriginMs = databaseTime.getTime() + roundTripMs / 2 - elapsedMs()
  }

  /** Moves business time; it never runs backwards. */
  setTestOffset(offsetMs: number): void {
    this.#testOffsetMs = Math.max(this.#testOffsetMs, offsetMs)
  }
}

/** Says where the test clock is moved to; it counts the owner's charges. */
export type ClockMove = { owner: Owner } & (
  | { seconds: number }
  | { until: Date }
  | { toNext: 'timer' | 'charge' }
)

import { Clock } from '../../../src/shared/clock.ts'

/** A clock that stands at the moment of a path's step, so that a turn and the model have the same one to the millisecond. */
export class StandingClock extends Clock {
  #moment: number

  constructor(momentMs: number) {
    super()
    this.#moment = momentMs
  }

  override now(): Date {
    return new Date(this.#moment)
  }

  /** Never back, as business time. */
  moveTo(momentMs: number): void {
    this.#moment = Math.max(this.#moment, momentMs)
  }
}

/**
 * Keeps what somebody forged on the bus, for the operator. Whoever can forge one message can forge a
 * million: so many are kept, the first ones, and of the rest the log says how many there were.
 */
import type { Clock } from '../shared/clock.ts'
import { errorText } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'
import type { Message } from '../shared/message.ts'
import { recordForgery } from '../store/anomalies.ts'
import type { Database } from '../store/database.ts'

/** What one worker writes of them in a minute of real time. */
const perMinuteMax = 600
const minuteMs = 60_000

type Dependencies = { database: Database; clock: Clock; log: Log }

export class Forgeries {
  readonly #dependencies: Dependencies
  #minuteEndsAt = 0
  #inThisMinute = 0

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Never throws: that it was refused does not depend on whether that could be written down. */
  async keep(
    message: Message,
    { state, reason }: { state: string; reason: string },
  ): Promise<void> {
    const { database, clock, log } = this.#dependencies
    if (!this.#hasSpace()) return
    const { id, kind, entityId, merchantId, network, event } = message
    const detail = { message: id.slice(0, 200), kind, entityId, merchantId, network }
    log.error(
      { ...detail, event: event.type.slice(0, 100), reason },
      'a forged message was refused',
    )
    try {
      await recordForgery(database, message, { state, reason, at: clock.now() })
    } catch (error) {
      log.warn({ error: errorText(error) }, 'a forged message was not written down')
    }
  }

  #hasSpace(): boolean {
    const now = performance.now()
    if (now > this.#minuteEndsAt) {
      const more = this.#inThisMinute - perMinuteMax
      if (more > 0) this.#dependencies.log.error({ more }, 'more forged messages were refused')
      this.#minuteEndsAt = now + minuteMs
      this.#inThisMinute = 0
    }
    this.#inThisMinute++
    return this.#inThisMinute <= perMinuteMax
  }
}

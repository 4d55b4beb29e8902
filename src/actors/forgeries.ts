/**
 * Records forged messages for the operator. Somebody who can forge one can forge a million, so only
 * the first of each minute are recorded; the log counts the rest.
 */
import { minuteMs } from '../../machines/durations.ts'
import { errorText } from '../shared/errors.ts'
import type { Message } from '../shared/message.ts'
import { recordForgery } from '../store/engine/anomalies.ts'
import { elapsedMs } from '../shared/time.ts'
import type { WithLog } from '../store/parts.ts'

/** The most that one worker records in a minute of real time. */
const perMinuteMax = 600

export class Forgeries {
  readonly #dependencies: WithLog
  #minuteEndsAt = 0
  #inThisMinute = 0

  constructor(dependencies: WithLog) {
    this.#dependencies = dependencies
  }

  /** Records a forged message. Never throws: it is refused whether or not that could be recorded. */
  async record(
    message: Message,
    { state, reason }: { state: string; reason: string },
  ): Promise<void> {
    const { database, clock, log } = this.#dependencies
    if (!this.#hasSpace()) return
    const { id, kind, entityId, merchantId, network, event } = message
    const detail = { message: id.slice(0, 200), kind, entityId, merchantId, network }
    log.error({ ...detail, event: event.type.slice(0, 100), reason }, 'forged message refused')
    try {
      await recordForgery(database, message, { state, reason, at: clock.now() })
    } catch (error) {
      log.warn({ error: errorText(error) }, 'forged message could not be recorded as an anomaly')
    }
  }

  #hasSpace(): boolean {
    const now = elapsedMs()
    if (now > this.#minuteEndsAt) {
      const more = this.#inThisMinute - perMinuteMax
      if (more > 0)
        this.#dependencies.log.error(
          { more },
          'more forged messages refused in the last minute, not recorded',
        )
      this.#minuteEndsAt = now + minuteMs
      this.#inThisMinute = 0
    }
    this.#inThisMinute++
    return this.#inThisMinute <= perMinuteMax
  }
}

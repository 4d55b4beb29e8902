/**
 * Publishes every due timer to the workers, at the moment at which it is due. One that is lost is published again; one too
 * many is harmless.
 */
import type { Bus, Stop } from '../bus/bus.ts'
import type { Clock } from '../shared/clock.ts'
import { errorText } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'
import type { Database } from '../store/database.ts'
import { firstTimerAt } from '../store/waiting/due-work.ts'
import { claimDueTimers, nextTimerAt, timersKnownMs } from '../store/timers.ts'
import { startPulse } from '../shared/pulse.ts'

const limit = 500
/** A timer that is armed for less than `everyMs` is announced by whoever arms it. */
const usualPatience = { everyMs: timersKnownMs, resendMs: 5_000 }

/** What is due and not sent is being sent by another relay. */
const restMsMin = 10

type Dependencies = { database: Database; bus: Bus; clock: Clock; log: Log }
/** How often it asks for the next timer, and how long after one was sent it is sent again. */
type Patience = typeof usualPatience

export function startTimerRelay(
  { database, bus, clock, log }: Dependencies,
  { everyMs, resendMs }: Patience = usualPatience,
): Stop {
  let nextAt: Date | null = null
  const pulse = startPulse(
    async () => {
      const messages = await claimDueTimers(database, clock.now(), { limit, resendMs })
      await bus.publish(messages)
      if (messages.length === limit) return true
      nextAt = await nextTimerAt(database)
      return false
    },
    {
      everyMs,
      async isDue() {
        nextAt = await firstTimerAt(database)
        return nextAt !== null && nextAt <= clock.now()
      },
      restMsMax: () =>
        nextAt === null ? everyMs : Math.max(restMsMin, nextAt.getTime() - clock.now().getTime()),
      onError: (error) =>
        log.warn({ error: errorText(error) }, 'due timers could not be sent: trying again'),
    },
  )
  const unsubscribe = bus.onWake('timer', () => pulse.poke())
  return {
    async stop() {
      unsubscribe()
      await pulse.stop()
    },
  }
}

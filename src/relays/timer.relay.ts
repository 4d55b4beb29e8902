/** Publishes every due timer to the workers. One that is lost is published again; one too many is harmless. */
import type { Bus, Stop } from '../bus/bus.ts'
import type { Clock } from '../shared/clock.ts'
import { errorText } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'
import type { Database } from '../store/database.ts'
import { claimDueTimers } from '../store/timers.ts'
import { startPulse } from '../shared/pulse.ts'

const limit = 500
const usualPatience = { everyMs: 100, resendMs: 5_000 }

type Dependencies = { database: Database; bus: Bus; clock: Clock; log: Log }
/** How often it reads due timers, and how long after one was sent it is sent again. */
type Patience = typeof usualPatience

export function startTimerRelay(
  { database, bus, clock, log }: Dependencies,
  { everyMs, resendMs }: Patience = usualPatience,
): Stop {
  const pulse = startPulse(
    async () => {
      const messages = await claimDueTimers(database, clock.now(), { limit, resendMs })
      await bus.publish(messages)
      return messages.length === limit
    },
    {
      everyMs,
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

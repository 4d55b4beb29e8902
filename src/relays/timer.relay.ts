/** Sends every due timer to the workers. A wake-up that is lost is sent again; one too many is harmless. */
import type { Bus, Stop } from '../bus/bus.ts'
import type { Clock } from '../shared/clock.ts'
import { errorText } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'
import type { Database } from '../store/database.ts'
import { claimDueTimers } from '../store/timers.ts'
import { startPulse } from './pulse.ts'

const limit = 500
const resendMs = 5_000
const everyMs = 100

export function startTimerRelay(dependencies: {
  database: Database
  bus: Bus
  clock: Clock
  log: Log
}): Stop {
  const { database, bus, clock, log } = dependencies
  const pulse = startPulse(
    async () => {
      const messages = await claimDueTimers(database, clock.now(), { limit, resendMs })
      await bus.publish(messages)
      return messages.length === limit
    },
    {
      everyMs,
      onError: (error) => log.warn({ error: errorText(error) }, 'due timers could not be sent'),
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

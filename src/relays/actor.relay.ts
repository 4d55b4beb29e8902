/**
 * The sweeper of messages between actors. A worker publishes them right after its commit; one that
 * has not been consumed two seconds later is published again, and one that no turn could take after
 * many tries is parked as an anomaly for the operator.
 */
import type { Bus, Stop } from '../bus/bus.ts'
import type { Clock } from '../shared/clock.ts'
import { errorText } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'
import { partition } from '../shared/partition.ts'
import { recordAnomaly } from '../store/anomalies.ts'
import type { Database } from '../store/database.ts'
import { isWorkDue } from '../store/waiting/due-work.ts'
import { claimRows, type ClaimedRow, toMessage } from '../store/outbox.ts'
import { startPulse } from '../shared/pulse.ts'

const limit = 500
/** Each message is left to the workers for 5 s, then 10, then 20 each time: parked after six minutes. */
const usualPatience = { everyMs: 1_000, leaseMs: 5_000, attemptsMax: 20 }

type Dependencies = { database: Database; bus: Bus; clock: Clock; log: Log }

/**
 * How often it sweeps, how long it then leaves a message to the workers, and after how many tries a
 * message is parked.
 */
type Patience = typeof usualPatience

export function startActorRelay(
  dependencies: Dependencies,
  { everyMs, leaseMs, attemptsMax }: Patience = usualPatience,
): Stop {
  const { database, bus, log } = dependencies
  const pulse = startPulse(
    async () => {
      const rows = await claimRows(database, 'actor', { limit, leaseMs })
      const [hopeless, waiting] = partition(rows, ({ attempts }) => attempts > attemptsMax)
      for (const row of hopeless) await park(dependencies, row, attemptsMax)
      await bus.publish(waiting.map(toMessage))
      return rows.length === limit
    },
    {
      everyMs,
      isDue: () => isWorkDue(database, 'actor'),
      onError: (error) =>
        log.warn(
          { error: errorText(error) },
          'messages between actors could not be sent again: trying again',
        ),
    },
  )
  const unlisten = bus.onWake('actor', pulse.poke)
  return {
    async stop() {
      unlisten()
      await pulse.stop()
    },
  }
}

async function park(
  { database, clock, log }: Dependencies,
  row: ClaimedRow,
  attemptsMax: number,
): Promise<void> {
  log.error(
    { message: row.id, name: row.name },
    'no turn could take a message: it is parked as an anomaly',
  )
  await recordAnomaly(database, toMessage(row), {
    state: '',
    reason: `not consumed in ${attemptsMax} attempts`,
    at: clock.now(),
  })
}

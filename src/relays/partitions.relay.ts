/** Makes the partitions of the next month ahead. None is ever dropped: what leaves the database, its operator decides. */
import type { Stop } from '../bus/bus.ts'
import { errorText } from '../shared/errors.ts'
import { startPulse } from '../shared/pulse.ts'
import { monthAfter, monthOf } from '../store/partitions/months.ts'
import { makePartitions } from '../store/partitions/partitions.ts'
import type { RelayDependencies } from './relay-dependencies.ts'

const everyMs = 600_000

export function startPartitionsRelay(dependencies: RelayDependencies): Stop {
  const { bus, clock, log } = dependencies
  const pulse = startPulse(
    async () => {
      await makeNextPartitions(dependencies)
      return false
    },
    {
      what: 'the partitions',
      everyMs,
      onError: (error) =>
        log.error(
          { error: errorText(error) },
          'partitions could not be made: nothing is lost, and it is tried again in ten minutes',
        ),
    },
  )
  // A test clock leaps over months: their partitions do not wait for the next round.
  let seen = monthOf(clock.now())
  const unsubscribe = bus.onWake('timer', () => {
    const month = monthOf(clock.now())
    if (month !== seen) pulse.poke()
    seen = month
  })
  return {
    async stop() {
      unsubscribe()
      await pulse.stop()
    },
  }
}

/** Makes those of this month of business time and of the next. */
export async function makeNextPartitions({
  database,
  clock,
}: Pick<RelayDependencies, 'database' | 'clock'>): Promise<void> {
  const month = monthOf(clock.now())
  await makePartitions(database.pool, [month, monthAfter(month)])
}

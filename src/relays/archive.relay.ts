/**
 * Makes the partitions of the next month ahead, and takes those out of the database whose time is over. Where no
 * archive is set, nothing is taken out: the database keeps everything.
 */
import { dayMs } from '../../machines/durations.ts'
import type { Bus, Stop } from '../bus/bus.ts'
import type { Clock } from '../shared/clock.ts'
import { errorText } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'
import { startPulse } from '../shared/pulse.ts'
import { type Archived, archiveMonths } from '../store/archive/archive-months.ts'
import type { Database } from '../store/database.ts'
import { monthAfter, monthOf } from '../store/partitions/months.ts'
import { makePartitions } from '../store/partitions/partitions.ts'

const everyMs = 600_000

type Dependencies = { database: Database; bus: Bus; clock: Clock; log: Log; hotDays: number }

export function startArchiveRelay(dependencies: Dependencies): Stop {
  const { bus, clock, log } = dependencies
  const pulse = startPulse(
    async () => {
      const archived = await archiveOnce(dependencies)
      for (const one of archived) log.info(one, 'a month was archived, and its partition dropped')
      return false
    },
    {
      everyMs,
      onError: (error) =>
        log.error(
          { error: errorText(error) },
          'partitions could not be made or archived: nothing is lost, and it is tried again in ten minutes',
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

/** Does what is due now, in business time; returns what was archived. */
export async function archiveOnce({
  database,
  clock,
  hotDays,
}: Pick<Dependencies, 'database' | 'clock' | 'hotDays'>): Promise<Archived[]> {
  const now = clock.now()
  const month = monthOf(now)
  await makePartitions(database.pool, [month, monthAfter(month)])
  if (!database.archive) return []
  return archiveMonths(database, database.archive, new Date(now.getTime() - hotDays * dayMs))
}

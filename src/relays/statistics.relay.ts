/** Looks every few seconds which tables have grown much, so that what comes all at once is read as fast as the rest. */
import type { Stop } from '../bus/bus.ts'
import { errorText } from '../shared/errors.ts'
import { type Log, warnTogether } from '../shared/log.ts'
import { startPulse } from '../shared/pulse.ts'
import type { Database } from '../store/database.ts'
import { countGrownTables } from '../store/waiting/grown-tables.ts'

const everyMs = 5_000

export function startStatisticsRelay({ database, log }: { database: Database; log: Log }): Stop {
  const count = async () => {
    const tables = await countGrownTables(database.pool)
    if (tables.length) log.debug({ tables }, 'tables that have grown were counted again')
    return false
  }
  const onError = (error: unknown) =>
    warnTogether(
      log,
      { error: errorText(error) },
      'tables that have grown could not be counted again',
    )
  return startPulse(count, { what: 'the statistics', everyMs, onError })
}

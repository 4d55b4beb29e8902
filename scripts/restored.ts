/**
 * Says that the database was set back to an older copy, where it cannot notice by itself: files or a volume of a
 * server that were copied and started again, or data read into the tables there were. Event logs go on behind a gap,
 * and merchants are told. Run it before the service is started on the copy; docs/operations/backup-and-restore.md.
 *
 *     DATABASE_URL=postgresql://… npm run operator -- restored
 */
import { connectDatabaseOf } from '../src/embedded/running-database.ts'
import { Clock } from '../src/shared/clock.ts'
import { errorText } from '../src/shared/errors.ts'
import { readSettings } from '../src/shared/settings.ts'
import { setClock } from '../src/store/clock-follower.ts'
import { migrateDatabase } from '../src/store/starting/start-lock.ts'
import { beginEpoch } from '../src/store/event-log/epochs.ts'

try {
  const database = await connectDatabaseOf(readSettings(process.env))
  try {
    await migrateDatabase(database)
    const clock = new Clock()
    await setClock(database, clock)
    const begun = await beginEpoch(database, { now: clock.now(), isRestored: true })
    console.log(
      `Epoch ${begun?.number} begins: ${begun?.logs} event logs go on behind a gap, which their merchants are told of.`,
    )
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(errorText(error))
  process.exitCode = 1
}

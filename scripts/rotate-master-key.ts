/**
 * Exchanges the master key: wraps every merchant's data key under the new one. It may run while
 * services run that were started with both keys, and again after it was interrupted.
 * docs/operations.md gives the order of the steps.
 *
 *     MASTER_KEY=<new> MASTER_KEY_OLD=<old> DATABASE_URL=postgresql://… npm run operator -- rotate-master-key
 */
import { connectDatabaseOf } from '../src/embedded/running-database.ts'
import { Clock } from '../src/shared/clock.ts'
import { errorText } from '../src/shared/errors.ts'
import { decodeMasterKey } from '../src/shared/secrets/master-key.ts'
import { Secrets } from '../src/shared/secrets/secrets.ts'
import { readSettings } from '../src/shared/settings.ts'
import { migrateDatabase } from '../src/store/starting/start-lock.ts'
import { rotateMasterKey } from '../src/store/master-key-id.ts'

try {
  const settings = readSettings(process.env)
  const { masterKey, masterKeyOld } = settings
  if (!masterKey || !masterKeyOld)
    throw new Error('set MASTER_KEY to the new key and MASTER_KEY_OLD to the one before it')
  const secrets = new Secrets(
    decodeMasterKey(masterKey, 'MASTER_KEY'),
    decodeMasterKey(masterKeyOld, 'MASTER_KEY_OLD'),
  )
  const database = await connectDatabaseOf(settings)
  try {
    await migrateDatabase(database)
    const count = await rotateMasterKey({ database, secrets, clock: new Clock() })
    console.log(`${count} data keys were wrapped anew; all are under ${secrets.masterKeyId} now.`)
    console.log('Start the services without MASTER_KEY_OLD, and keep the new key safe.')
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(errorText(error))
  process.exitCode = 1
}

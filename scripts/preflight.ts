/**
 * Looks at everything that a start needs, and changes nothing: settings, database, bus, chains, keys, stored actors,
 * directories, mail. Each line says ok, warning or failed, and what to do. Ends with 1 where anything failed.
 * docs/operations/preflight.md
 *
 *     npm run operator -- preflight     with the environment of the service
 */
import { connectDatabaseOf } from '../src/embedded/running-database.ts'
import { type Intended, readIntended } from '../src/intended.ts'
import { findMisspelt } from '../src/shared/environment/misspelt.ts'
import { errorText } from '../src/shared/errors.ts'
import { readSettings, settingNames, type Settings } from '../src/shared/settings.ts'
import type { Database } from '../src/store/database.ts'
import { type Finding, failed, ok, toLine, warning } from './preflight/finding.ts'
import { lookAtBus } from './preflight/look-at-bus.ts'
import { lookAtChains } from './preflight/look-at-chains.ts'
import { lookAtDatabase } from './preflight/look-at-database.ts'
import { lookAtMail, lookAtPlaces } from './preflight/look-at-places.ts'

const readOnly = 'set default_transaction_read_only = on'

let failures = 0
const tell = (findings: readonly Finding[]): void => {
  for (const finding of findings) {
    if (finding.grade === 'failed') failures++
    console.log(toLine(finding))
  }
}

for (const { name, meant } of findMisspelt(process.env, settingNames))
  tell([warning('settings', `${name} is none, and counts for nothing`, `did you mean ${meant}?`)])
try {
  const settings = readSettings(process.env)
  await lookAtAll(settings, readIntended(settings))
} catch (error) {
  // The first line only says that there are several faults.
  const lines = errorText(error).split('\n')
  for (const line of lines.length > 1 ? lines.slice(1) : lines)
    tell([failed('settings', line.trim(), 'correct it; .env.example has them all')])
}
console.log(failures === 0 ? 'Nothing failed.' : `${failures} failed: correct that before a start.`)
process.exitCode = failures === 0 ? 0 : 1

async function lookAtAll(settings: Settings, intended: Intended): Promise<void> {
  const { chains, gaps } = intended
  tell([ok('settings', `are valid; the roles are ${settings.roles.join(', ')}`)])
  tell(gaps.map((gap) => warning('settings', `missing for a main network: ${gap}`, 'set it')))
  const database = await reach(settings)
  try {
    if (database) tell(await lookAtDatabase(database, intended))
    tell(await lookAtBus(settings))
    tell(await lookAtChains(chains, database))
  } finally {
    await database?.close()
  }
  tell(await lookAtPlaces(settings))
  tell(await lookAtMail(settings))
}

/** Connects, so that PostgreSQL itself refuses every write. */
async function reach(settings: Settings): Promise<Database | null> {
  try {
    const database = await connectDatabaseOf(settings)
    database.pool.on('connect', (client) => {
      client.query(readOnly).catch(() => undefined)
    })
    // The one that there is already.
    await database.pool.query(readOnly)
    return database
  } catch (error) {
    const text = errorText(error)
    if (settings.databaseUrl === null)
      tell([warning('PostgreSQL', text, 'the start makes one in DATA_DIR: fine for one machine')])
    else tell([failed('PostgreSQL', text, 'see the line, and try again')])
    return null
  }
}

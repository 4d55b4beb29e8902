/** Finds the database of a running service, for commands that run beside it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDatabaseAddress } from '../shared/database/address.ts'
import type { Settings } from '../shared/settings.ts'
import { connectDatabase, type Database } from '../store/database.ts'
import { reachDatabase } from '../store/starting/reach-database.ts'

/**
 * Returns DATABASE_URL, or the address of the embedded PostgreSQL that a service started in DATA_DIR.
 *
 * @throws where there is neither
 */
function findDatabaseUrl({
  databaseUrl,
  dataDirectory,
}: Pick<Settings, 'databaseUrl' | 'dataDirectory'>): string {
  if (databaseUrl) return databaseUrl
  const [port, password] = ['postgres.port', 'password'].map((name) => {
    const path = join(dataDirectory, 'postgres', name)
    return existsSync(path) ? readFileSync(path, 'utf8').trim() : null
  })
  if (port && password) return `postgresql://mandate:${password}@127.0.0.1:${port}/postgres`
  throw new Error(
    `there is no database in ${dataDirectory}: set DATABASE_URL, or DATA_DIR to that of a running service`,
  )
}

/** Names that database for who is asked about it: with its servers and schema, without its password. @throws where there is none */
export function describeDatabaseOf(
  settings: Pick<Settings, 'databaseUrl' | 'databaseSchema' | 'dataDirectory'>,
): string {
  const { hosts, database, user } = readDatabaseAddress(findDatabaseUrl(settings))
  const servers = hosts.map(({ host, port }) => `${host}:${port}`).join(', ')
  const schema = settings.databaseSchema === null ? '' : `, schema ${settings.databaseSchema}`
  return `the database '${database || user}' at ${servers}${schema}`
}

/**
 * Connects a command to that database; close it.
 *
 * @throws at once, with what to do, where it does not answer, is none, or lets nobody in
 */
export async function connectDatabaseOf(
  settings: Pick<Settings, 'databaseUrl' | 'databaseSchema' | 'dataDirectory'>,
): Promise<Database> {
  const { databaseSchema: schema } = settings
  const url = findDatabaseUrl(settings)
  await reachDatabase(url, { waitMs: 0, schema })
  return connectDatabase(url, { schema })
}

/** Finds the database of a running service, for commands that run beside it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../shared/settings.ts'

/**
 * Returns DATABASE_URL, or the address of the embedded PostgreSQL that a service started in DATA_DIR.
 *
 * @throws where there is neither
 */
export function findDatabaseUrl({
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

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connectDatabase, type Database } from '../../src/store/database.ts'
import { databaseUrl, templateName } from './database-url.ts'

/** The databases of this process whose time moves (`passEverywhere`). */
export const openDatabases = new Set<Database['pool']>()
/** Nobody can move the time of these: a test has to wait for what is due in them later. */
export const unmovedDatabases = new Set<Database['pool']>()

/**
 * Clones the migrated template into a database that nobody else uses, in about 30 ms, and connects.
 * It is gone with the shared server; close it when the test file is done.
 */
export async function freshDatabase(): Promise<Database & { url: string }> {
  const url = await freshDatabaseUrl()
  const database = await connectDatabase(url)
  openDatabases.add(database.pool)
  return {
    ...database,
    url,
    close() {
      openDatabases.delete(database.pool)
      return database.close()
    },
  }
}

/** Connects to a database for as long as something is done with it. */
export async function withDatabase(
  url: string,
  use: (database: Database) => Promise<void>,
): Promise<void> {
  const database = await connectDatabase(url)
  try {
    await use(database)
  } finally {
    await database.close()
  }
}

/** Clones the migrated template for a service that connects by itself. */
export const freshDatabaseUrl = (): Promise<string> => createDatabase(templateName)

/** Creates a database without any tables, for migrations to run in. */
export const emptyDatabaseUrl = (): Promise<string> => createDatabase('template0')

async function createDatabase(template: string): Promise<string> {
  const postgresUrl = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(postgresUrl)
  await client.connect()
  await client.query(`create database ${name} template ${template} strategy wal_log`)
  // The template's own `now()` comes before PostgreSQL's: time is moved by hand there (`passTime`).
  if (template === templateName)
    await client.query(`alter database ${name} set search_path = public, moved, pg_catalog`)
  await client.end()
  return databaseUrl(postgresUrl, name)
}

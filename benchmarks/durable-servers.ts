/**
 * PostgreSQL and NATS as `npm start` runs them: fsync on, synchronous_commit on. Their directory is
 * removed afterwards.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startNats } from '../src/embedded/nats.ts'
import { startPostgres } from '../src/embedded/postgres/postgres.ts'
import { connectDatabase } from '../src/store/database.ts'
import { migrateDatabase } from '../src/store/starting/start-lock.ts'
import { monthAfter, monthOf } from '../src/store/partitions/months.ts'
import { makePartitions } from '../src/store/partitions/partitions.ts'

export type DurableServers = {
  natsUrl: string
  directory: string
  /** Creates a database, with the service's tables unless it is to be empty, and returns its URL. */
  newDatabase(name: string, options?: { isEmpty: boolean }): Promise<string>
  stop(): Promise<void>
}

export async function startDurableServers(): Promise<DurableServers> {
  const directory = mkdtempSync(join(tmpdir(), 'mandate-benchmark-'))
  chmodSync(directory, 0o755) // PostgreSQL runs under another account where this one is root.
  const [postgres, nats] = await Promise.all([
    startPostgres({ dataDirectory: join(directory, 'postgres') }),
    startNats({ storeDirectory: join(directory, 'nats') }),
  ])
  await createTemplate(postgres.url)
  return {
    natsUrl: nats.url,
    directory,
    newDatabase: (name, options) => newDatabase(postgres.url, name, options?.isEmpty ?? false),
    async stop() {
      await Promise.all([postgres.stop(), nats.stop()])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const template = 'template_migrated'

async function createTemplate(postgresUrl: string): Promise<void> {
  await runStatement(postgresUrl, `create database ${template}`)
  const database = await connectDatabase(named(postgresUrl, template))
  await migrateDatabase(database)
  // Plain statements make none, as the service does; a run may pass midnight.
  const month = monthOf(new Date())
  await makePartitions(database.pool, [month, monthAfter(month)])
  await database.close()
}

async function newDatabase(postgresUrl: string, name: string, isEmpty: boolean): Promise<string> {
  const source = isEmpty ? 'template0' : template
  await runStatement(postgresUrl, `create database ${name} template ${source}`)
  return named(postgresUrl, name)
}

function named(postgresUrl: string, name: string): string {
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  return url.href
}

export async function runStatement(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(statement)
  await client.end()
}

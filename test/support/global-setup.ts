/**
 * Starts the servers that all test files share, once a run: PostgreSQL with a migrated template
 * database, from which each file clones its own, and NATS.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startNats } from '../../src/embedded/nats.ts'
import { startPostgres } from '../../src/embedded/postgres/postgres.ts'
import { connectDatabase } from '../../src/store/database.ts'
import { migrateDatabase } from '../../src/store/starting/start-lock.ts'
import { databaseUrl, templateName } from './database-url.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's own database, in which others are created. */
    postgresUrl: string
    natsUrl: string
    /** Reaches the process that starts servers for one test alone. */
    launcherUrl: string
    /** Removed with all that is in it when the run ends. */
    temporaryDirectory: string
  }
}

export default async function startSharedServers(project: TestProject) {
  const temporaryDirectory = mkdtempSync(join(tmpdir(), 'mandate-test-'))
  chmodSync(temporaryDirectory, 0o755)
  const launcher = fork(join(import.meta.dirname, 'launcher.ts'), { execArgv: [] })
  const [postgres, nats, [launcherUrl]] = await Promise.all([
    startPostgres({ ephemeral: true }),
    startNats({ storeDirectory: join(temporaryDirectory, 'nats') }),
    once(launcher, 'message') as Promise<[string]>,
  ])
  await createTemplate(postgres.url)
  project.provide('postgresUrl', postgres.url)
  project.provide('natsUrl', nats.url)
  project.provide('launcherUrl', launcherUrl)
  project.provide('temporaryDirectory', temporaryDirectory)

  return async function stopSharedServers() {
    launcher.disconnect()
    await Promise.all([postgres.stop(), nats.stop()])
    rmSync(temporaryDirectory, { recursive: true, force: true })
  }
}

/** Gives a database a `now()` that tests move on. */
const movedTime = `
  create schema moved;
  create table moved.moved_time (by_ms bigint not null, stopped_at timestamptz);
  insert into moved.moved_time values (0, null);
  create function moved.now() returns timestamptz language sql stable parallel safe
    return (select coalesce(stopped_at, pg_catalog.now()) + by_ms * interval '1 millisecond' from moved.moved_time);
  create function moved.clock_timestamp() returns timestamptz language sql volatile parallel safe
    return (select coalesce(stopped_at, pg_catalog.clock_timestamp()) + by_ms * interval '1 millisecond' from moved.moved_time)`

async function createTemplate(postgresUrl: string): Promise<void> {
  const client = new pg.Client(postgresUrl)
  await client.connect()
  await client.query(`create database ${templateName}`)
  await client.end()

  const template = await connectDatabase(databaseUrl(postgresUrl, templateName))
  await migrateDatabase(template)
  await template.pool.query(movedTime)
  // PostgreSQL clones a database only while nobody is connected to it.
  await template.close()
}

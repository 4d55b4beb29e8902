/** A migration that waits for a lock lets the others go on; a process that is older than the tables says so. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  applyMigrations,
  connectDatabase,
  type Database,
  findNewerMigrations,
} from '../../src/store/database.ts'
import { listMigrations, migrationsList } from '../../src/store/starting/migrations-list.ts'
import { applyAndWatch } from '../../scripts/migrations/held-locks.ts'
import { freshDatabaseUrl } from '../support/database.ts'

/** A later release makes an index of the outbox, for which nobody may write. */
const migration = '9001-outbox-by-attempts'
const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
const patience = { lockTimeoutMs: 100, retryMs: 100, triesMax: 100 }
let database: Database
let list = migrationsList

beforeAll(async () => {
  const sql = 'create index outbox_by_attempts on outbox (attempts);'
  writeFileSync(join(folder, `${migration}.sql`), sql)
  list = [...migrationsList, ...listMigrations(folder)]
  database = await connectDatabase(await freshDatabaseUrl())
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

async function unapply(): Promise<void> {
  await database.pool.query('drop index if exists outbox_by_attempts')
  await database.pool.query('delete from mikro_orm_migrations where name = $1', [migration])
}

/** Holds the outbox as a long transaction does that has written to it. */
async function holdOutbox(): Promise<() => Promise<void>> {
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('lock table outbox in row exclusive mode')
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

const waiting = async (): Promise<number> => {
  const { rows } = await database.pool.query(
    `select from pg_locks join pg_class on pg_class.oid = relation where relname = 'outbox' and not granted`,
  )
  return rows.length
}

test('a migration gives way to those who write, and is applied once it has its lock (P20)', async () => {
  await unapply()
  const letGo = await holdOutbox()
  // It is as patient as a start is, but for the pause between two tries.
  const migrating = applyMigrations(database, { list, retryMs: patience.retryMs })
  while ((await waiting()) === 0);
  // Behind one that waits for longer this fails after two seconds.
  await database.pool.query(`update outbox set attempts = attempts where id = 'nothing'`)
  await letGo()
  expect(await migrating).toEqual([migration])
  expect(await applyMigrations(database, { list, ...patience })).toEqual([])
})

test('a lock that nobody lets go of ends the start with what to do', async () => {
  await unapply()
  const letGo = await holdOutbox()
  await expect(applyMigrations(database, { list, ...patience, triesMax: 2 })).rejects.toThrow(
    'a migration waits for a lock that somebody holds, tried 2 times for 100 ms: end the transaction that holds it',
  )
  await letGo()
  expect(await applyMigrations(database, { list, ...patience })).toEqual([migration])
})

test('what a migration locks, and for how long, is measured while it is applied', async () => {
  await unapply()
  const [applied, ...others] = await applyAndWatch(database, undefined, list)
  expect(applied).toMatchObject({ migration, locks: [{ table: 'outbox', mode: 'Share' }] })
  const { heldMs, bytes } = applied!.locks[0]!
  expect(heldMs).toBeGreaterThan(0)
  expect(bytes).toBeGreaterThan(0)
  expect(others).toEqual([])
  expect(await applyMigrations(database, { list, ...patience })).toEqual([])
})

test('an older release knows which migrations it does not know, and applies nothing', async () => {
  await unapply()
  expect(await findNewerMigrations(database)).toEqual([])
  await database.pool.query(
    `insert into mikro_orm_migrations (name) values ('9998-later'), ('9999-last')`,
  )
  expect(await applyMigrations(database, patience)).toEqual([])
  expect(await findNewerMigrations(database)).toEqual(['9998-later', '9999-last'])
})

test('tables from before the first release end the start with what to do', async () => {
  const older = await connectDatabase(await freshDatabaseUrl())
  await older.pool.query(
    `update mikro_orm_migrations set name = '0148-earlier' where name = '${migrationsList[0]!.name}'`,
  )
  await expect(applyMigrations(older, patience)).rejects.toThrow(
    'the tables of this database were made by sources from before the first release, and nothing migrates those: start on an empty database',
  )
  await older.close()
})

/** Two cells in one database and one NATS: each has its own tables, locks and messages. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ActorKind } from '../../src/shared/stored-actor.ts'
import { newId } from '../../src/shared/ids.ts'
import { readSettings } from '../../src/shared/settings.ts'
import { startAlone } from '../../src/store/starting/start-lock.ts'
import { reachDatabase } from '../../src/store/starting/reach-database.ts'
import { createMerchant } from '../../src/store/merchants/merchants.ts'
import { tryToLead } from '../../src/watching/leader.ts'
import { emptyDatabaseUrl } from '../../test/support/database.ts'
import { startTestNats } from '../../test/support/nats.ts'
import { startCells, type TestCell } from './world.ts'

let databaseUrl: string
let nats: Awaited<ReturnType<typeof startTestNats>>
let a: TestCell
let b: TestCell

beforeAll(async () => {
  databaseUrl = await emptyDatabaseUrl()
  nats = await startTestNats()
  ;[a, b] = await startCells({ databaseUrl, natsUrl: nats.url })
})
afterAll(async () => {
  await Promise.all([a, b].map((cell) => cell.stop()))
  await nats.stop()
})

const readTables = async ({ database, schema }: TestCell) =>
  (
    await database.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = $1`,
      [schema],
    )
  ).rows
    .map(({ name }) => name)
    // Months are made when the first row of one comes.
    .filter((name) => !/_\d{4}_\d{2}$/.test(name))

test('each has all tables in its own schema, and none is in the usual one', async () => {
  const [ofA, ofB, outside] = [
    await readTables(a),
    await readTables(b),
    await readTables({ ...a, schema: 'public' }),
  ]
  expect(ofA).toContain('mikro_orm_migrations')
  expect(ofB.toSorted()).toEqual(ofA.toSorted())
  expect(outside).toEqual([])
})

test('what one stores the other does not have, by statements and by the mapper', async () => {
  const id = await createMerchant(a, 'A shop')
  const count = async ({ database }: TestCell) =>
    (await database.pool.query('select from merchant where id = $1', [id])).rowCount
  expect([await count(a), await count(b)]).toEqual([1, 0])
})

test('a process leads in each of them, and prepares each, at the same time', async () => {
  const leads = await Promise.all([a, b].map(({ database }) => tryToLead(database.pool, 'chain')))
  expect(leads.every((lead) => lead !== null)).toBe(true)
  expect(await tryToLead(b.database.pool, 'chain')).toBeNull()
  await Promise.all(leads.map((lead) => lead!.release()))
  const together = startAlone(a, () => startAlone(b, async () => 'both'))
  expect(await together).toBe('both')
})

test('a command is taken by a worker of its own cell', async () => {
  const ask = async ({ bus, clock }: TestCell) => {
    const owner = { merchantId: newId(clock.now()), network: 'TestNet' as const }
    const id = newId(clock.now())
    const event = { type: 'plan.archive' }
    const cause = { type: 'command', command: event.type, by: 'merchant' } as const
    const named = { kind: 'plan' as ActorKind, entityId: id, ...owner, event, cause }
    return bus.request({ id: `http/test/${randomBytes(8).toString('hex')}`, ...named }, 5_000)
  }
  await expect(ask(a)).resolves.toMatchObject({ outcome: expect.any(String) })
  await b.worker.stop()
  await expect(ask(b)).rejects.toThrow('no worker is running')
  await expect(ask(a)).resolves.toMatchObject({ outcome: expect.any(String) })
})

test('a schema that is not there is named, and not made', async () => {
  await expect(reachDatabase(databaseUrl, { waitMs: 0, schema: 'cell_z' })).rejects.toThrow(
    /^DATABASE_SCHEMA: there is no schema 'cell_z' in 'test_\w+' at 127\.0\.0\.1:\d+, and none is made: correct the name, or make it with `create schema cell_z`$/,
  )
})

test('the prefix of a cell has its schema in it, whatever else is set', () => {
  const NATS_URL = 'nats://127.0.0.1'
  const prefixOf = (environment: NodeJS.ProcessEnv) =>
    readSettings({ NATS_URL, ...environment }).nats.prefix
  expect(prefixOf({})).toBeNull()
  // One that is started in place nobody else uses.
  expect(prefixOf({ NATS_URL: '', DATABASE_SCHEMA: 'cell_a' })).toBeNull()
  expect(prefixOf({ DATABASE_SCHEMA: 'public' })).toBeNull()
  expect(prefixOf({ DATABASE_SCHEMA: 'cell_a' })).toBe('cell_a')
  expect(prefixOf({ NATS_PREFIX: 'prod', DATABASE_SCHEMA: 'cell_a' })).toBe('prod-cell_a')
  expect(prefixOf({ NATS_PREFIX: 'prod' })).toBe('prod')
})

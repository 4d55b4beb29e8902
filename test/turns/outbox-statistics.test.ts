/**
 * PostgreSQL may believe of a full outbox that it is empty, as it is most of the time: nobody waits until it has
 * looked by itself.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TurnEngine } from '../../src/actors/turn-engine.ts'
import { takeEvents } from '../../src/store/engine/event-queue.ts'
import {
  claimRows,
  enqueueMessages,
  recordUntaken,
  toMessage,
} from '../../src/store/engine/outbox.ts'
import { findOrigins } from '../../src/store/engine/origins.ts'
import { dropConsumed } from '../../src/store/engine/turn-store.ts'
import { claimWebhooks, releaseLane } from '../../src/store/engine/webhook-queue.ts'
import { startStatisticsRelay } from '../../src/relays/statistics.relay.ts'
import { runInOneCommit } from '../../src/store/commit.ts'
import { countGrownTables } from '../../src/store/waiting/grown-tables.ts'
import { countRowsRead } from '../support/rows-read.ts'
import { anId, createDelivery } from './messages.ts'
import { createWorld, type World } from './world.ts'

const waiting = 6_000
const taken = 500
/** What is done with a few rows reads each of them so often. */
const fewMax = 64
const looksAtEachMax = 8
const owner = { merchantId: 'm', network: 'TestNet' } as const

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.parts.database.pool.query('alter table outbox set (autovacuum_enabled = false)')
  await fill()
  // One row at the end: the file stays as long as it was.
  await empty(`lane <> 'lane-${waiting}'`)
  await fill()
})
afterAll(() => world.close())

/** Deletes rows and has PostgreSQL look at what is left. */
const empty = (which: string) =>
  counted(`delete from outbox where ${which}`, 'vacuum analyze outbox')

const fill = (channel = 'event', name = 'subscription.updated') =>
  counted(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload,
       cause, at, available_at)
     select n, '${channel}', '${name}', 'subscription', n, '${owner.merchantId}', '${owner.network}', 'lane-' || n,
       '{"sequence": 1, "endpointId": "endpoint", "apiKey": "key"}', '{}', now(), now()
     from generate_series(1, ${waiting}) as n
     on conflict do nothing`,
    'select 1',
  )

/** Changes rows, and has PostgreSQL count that at once, with the next statement: by itself it does up to a second later. */
async function counted(change: string, next: string): Promise<void> {
  const client = await world.parts.database.pool.connect()
  for (const statement of [change, 'select pg_stat_force_next_flush()', next])
    await client.query(statement)
  client.release()
}

test('some of thousands of events are read without going through all of them for each', async () => {
  const { pool } = world.parts.database
  const looks = await countRowsRead(pool, ['outbox'], () =>
    runInOneCommit(pool, async (client) => {
      expect(await takeEvents(client, [owner], taken)).toHaveLength(taken)
    }),
  )
  expect(looks).toBeLessThan(looksAtEachMax * taken)
})

test('turns of some messages read them, and not what waits beside them', async () => {
  const { pool } = world.parts.database
  const messages = Array.from({ length: fewMax }, () => createDelivery(anId()))
  await enqueueMessages(pool, messages)
  const engine = new TurnEngine(world.parts)
  const take = () =>
    Promise.all(messages.map((message) => engine.take({ ...message, isFromOutbox: true }, true)))
  const looks = await countRowsRead(pool, ['outbox'], async () => {
    for (const reply of await take())
      expect(JSON.parse(reply)).toMatchObject({ outcome: 'applied' })
  })
  expect(looks).toBeLessThan(looksAtEachMax * fewMax)
})

test('messages that are claimed are looked up, refused and dropped by their ids', async () => {
  const { database } = world.parts
  await empty(`lane <> 'lane-${waiting}'`)
  await fill('actor')
  const rows = await claimRows(database, 'actor', { limit: fewMax, leaseMs: 9_000 })
  const messages = rows.map(toMessage)
  const untaken = messages.map((message) => ({ message, error: 'not now', refusedBy: null }))
  const looks = await countRowsRead(database.pool, ['outbox'], async () => {
    expect((await findOrigins(database, messages)).rowOf(messages[0]!)).toBeDefined()
    await recordUntaken(database, untaken)
    await dropConsumed(database, messages)
  })
  expect(looks).toBeLessThan(looksAtEachMax * fewMax)
})

test('webhooks are claimed and their lanes moved without going through the queue for each', async () => {
  const { database } = world.parts
  await empty(`lane <> 'lane-${waiting}'`)
  await fill('webhook', 'sendWebhook')
  const bounds = {
    totalMax: 100,
    perMerchantMax: fewMax,
    perDestinationMax: fewMax,
    leaseMs: 9_000,
  }
  const lanes = Array.from({ length: fewMax }, (_, index) => `lane-${index + 1}`)
  const looks = await countRowsRead(database.pool, ['outbox'], async () => {
    await claimWebhooks(database, [], bounds)
    await Promise.all(lanes.map((lane) => releaseLane(database.pool, lane)))
  })
  expect(looks).toBeLessThan(looksAtEachMax * fewMax)
})

test('a table that has grown is counted again, once', async () => {
  const { pool } = world.parts.database
  expect(await countGrownTables(pool)).toContain('outbox')
  expect(await believedRows()).toBeGreaterThan(waiting / 2)
  expect(await countGrownTables(pool)).not.toContain('outbox')
})

test('the service looks after the tables by itself', async () => {
  await empty('true')
  const relay = startStatisticsRelay(world.parts)
  await fill()
  await world.settle()
  expect(await believedRows()).toBeGreaterThan(waiting / 2)
  await relay.stop()
})

/** Returns how many rows the planner takes the outbox to have. */
async function believedRows(): Promise<number> {
  const { rows } = await world.parts.database.pool.query<{ reltuples: number }>(
    `select reltuples from pg_class where oid = 'outbox'::regclass`,
  )
  return rows[0]!.reltuples
}

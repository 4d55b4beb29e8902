import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { claimChores } from '../../src/store/engine/chore-queue.ts'
import type { Database } from '../../src/store/database.ts'
import { freshDatabase } from '../support/database.ts'

const bounds = { probesMax: 5, othersMax: 5, leaseMs: 9_000 }

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
beforeEach(async () => {
  await database.pool.query('truncate outbox')
})
afterAll(() => database.close())

async function insertChore(id: string, name: 'probe' | 'release' | 'sendWebhook'): Promise<void> {
  await database.pool.query(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload,
       cause, at, available_at)
     values ($1, 'webhook', $2, 'destination', $1, 'shop', 'TestNet', '', '{}', '{}', now(), to_timestamp(0))`,
    [id, name],
  )
}

async function claimed(options: Partial<typeof bounds> = {}, underWay: string[] = []) {
  const chores = await claimChores(database, underWay, { ...bounds, ...options })
  return chores.map(({ id }) => id).toSorted()
}

test('probes leave space for other chores, however many are due or under way', async () => {
  for (let index = 0; index < 20; index++) await insertChore(`probe ${index}`, 'probe')
  await insertChore('release', 'release')
  expect(await claimed()).toHaveLength(6)
  await insertChore('another release', 'release')
  expect(await claimed({ probesMax: 0 })).toEqual(['another release'])
})

test('a probe that is asked for again while it is under way is not made twice', async () => {
  await insertChore('probe', 'probe')
  expect(await claimed()).toEqual(['probe'])
  await database.pool.query('update outbox set available_at = to_timestamp(0), attempts = 0')
  expect(await claimed({}, ['probe'])).toEqual([])
  expect(await claimed()).toEqual(['probe'])
})

test('webhooks are no chores', async () => {
  await insertChore('webhook', 'sendWebhook')
  expect(await claimed()).toEqual([])
})

/**
 * Rows that are parked, for a destination that is down or behind a head, are released when that ends, whatever happens
 * at once.
 */
import { expect, test } from 'vitest'
import { claimWebhooks, releaseLane, releaseParked } from '../../src/store/engine/webhook-queue.ts'
import { connectDatabase } from '../../src/store/database.ts'
import { passUntil } from '../support/settle.ts'
import {
  bounds,
  claimed,
  database,
  insertDelivery,
  insertWaiting,
  network,
  type Place,
  prepareQueue,
} from './queued-rows.ts'

prepareQueue()

const at = (sequence: number): Place => ({ merchantId: 'shop', lane: 'lane', sequence })

test('a row waits while its destination is down, unless all failures are of one lane', async () => {
  await insertDown(null)
  await insertWaiting(at(1))
  expect(await claimed()).toEqual([])
  const elsewhere = { ...at(1), lane: 'elsewhere' }
  await insertDown('lane')
  await insertWaiting(elsewhere)
  expect(await claimed()).toEqual(['shop elsewhere 1'])
})

test('a row whose claimer died is released like the others when its destination answers', async () => {
  await insertWaiting(at(1))
  expect(await claimed()).toEqual(['shop lane 1'])
  await database.pool.query('update outbox set available_at = now()')
  await insertDown(null)
  expect(await claimed()).toEqual([])
  await answer()
  expect(await claimed()).toEqual(['shop lane 1'])
})

test('a row that is released while a claim still sees its destination down is not parked', async () => {
  await insertDown(null)
  await insertWaiting(at(1))
  expect(await claimedAround(answer)).toEqual([])
  expect(await claimed()).toEqual(['shop lane 1'])
})

test('a row is parked only where no answer of its destination is being committed', async () => {
  await insertDown(null)
  await insertWaiting(at(1))
  const turn = await database.pool.connect()
  await turn.query(`begin; update destination set status = 'Answering'`)
  const claims = claimed()
  await untilOneWaits()
  await turn.query('commit')
  turn.release()
  expect(await claims).toEqual([])
  expect(await claimed()).toEqual(['shop lane 1'])
  await insertDown(null)
  await database.pool.query('update outbox set available_at = now()')
  expect(await claimed()).toEqual([])
  expect(await secondsParked()).toBeGreaterThan(60)
})

test('a row is not parked behind a head that is delivered while a claim still sees it on its way', async () => {
  await insertDelivery(at(1), 'Pending')
  await insertWaiting(at(2))
  const deliver = async () => {
    await database.pool.query(`update delivery set status = 'Delivered' where id = 'lane/1'`)
    await releaseLane(database.pool, 'lane')
  }
  expect(await claimedAround(deliver)).toEqual([])
  expect(await claimed()).toEqual(['shop lane 2'])
})

/** Returns how long the only row waits from now on. */
async function secondsParked(): Promise<number> {
  const { rows } = await database.pool.query<{ seconds: number }>(
    'select extract(epoch from available_at - now())::float as seconds from outbox',
  )
  return rows[0]!.seconds
}

/** Until a statement waits for a lock. */
async function untilOneWaits(): Promise<void> {
  const isWaiting = async () => {
    const { rowCount } = await database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rowCount === 1
  }
  await passUntil({ database }, 'a statement waits for a lock', isWaiting, { byMs: 0 })
}

/** Claims; `meanwhile` is done when the claim has begun, and has come to no row yet. */
async function claimedAround(meanwhile: () => Promise<void>): Promise<unknown[]> {
  // The claim asks for the time at each row: here it is told only when the lock is free.
  await database.pool.query(`create schema if not exists held;
    create or replace function held.now() returns timestamptz language plpgsql as
      'begin perform pg_advisory_xact_lock(1); return pg_catalog.now(); end'`)
  const claimer = await connectDatabase(database.url, { schema: 'held,public,pg_catalog' })
  const holder = await database.pool.connect()
  try {
    await holder.query('select pg_advisory_lock(1)')
    const claims = claimWebhooks(claimer, [], bounds)
    await untilOneWaits()
    await meanwhile()
    await holder.query('select pg_advisory_unlock(1)')
    return (await claims).rows
  } finally {
    holder.release()
    await claimer.close()
  }
}

/** The destination answers, and what waits for it is released. */
async function answer(): Promise<void> {
  await database.pool.query(`update destination set status = 'Answering'`)
  const destination = { endpointId: 'endpoint', apiKey: 'key of shop' }
  await releaseParked(database, { merchantId: 'shop', network, ...destination }, 50)
}

/** Makes the destination of all rows one that is down. */
async function insertDown(failingLane: string | null): Promise<void> {
  await database.pool.query(
    `insert into destination (id, merchant_id, network, status, phase, revision, machine_version,
       snapshot, created_at, updated_at)
     values ('one', 'shop', $1, 'Down', '', 1, 1, $2, now(), now())
     on conflict (id) do update set snapshot = excluded.snapshot, status = excluded.status`,
    [network, { context: { endpointId: 'endpoint', apiKey: 'key of shop', failingLane } }],
  )
}

test('a row behind one that waits itself is not looked at again until that one is claimed', async () => {
  await insertDelivery(at(1), 'Pending')
  for (const sequence of [2, 3]) await insertWaiting(at(sequence))
  expect(await claimed()).toEqual([])
  expect(await secondsUntil(2)).toBeLessThanOrEqual(10)
  expect(await secondsUntil(3)).toBeGreaterThan(3600)
  await database.pool.query(`update delivery set status = 'Delivered' where id = 'lane/1'`)
  await releaseLane(database.pool, 'lane')
  expect(await claimed()).toEqual(['shop lane 2'])
  // Were its claimer to die now, nobody would release the lane.
  expect(await secondsUntil(3)).toBeLessThanOrEqual(10)
})

test('a row behind one that is dropped is looked at soon', async () => {
  await insertDelivery(at(1), 'Pending')
  for (const sequence of [2, 3]) await insertWaiting(at(sequence))
  await claimed()
  await database.pool.query(`update delivery set status = 'Cancelled' where id = 'lane/2'`)
  await database.pool.query(`update outbox set available_at = now() where id like '%/2/1/0'`)
  expect(await claimed()).toEqual([])
  expect(await secondsUntil(3)).toBeLessThanOrEqual(10)
})

async function secondsUntil(sequence: number): Promise<number> {
  const { rows } = await database.pool.query<{ seconds: number }>(
    `select extract(epoch from available_at - now())::float8 as seconds from outbox
     where (payload->>'sequence')::int = $1`,
    [sequence],
  )
  return rows[0]!.seconds
}

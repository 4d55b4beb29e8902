/** A process keeps what it has claimed of a lane while it works on it, and loses it soon after it was killed. */
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hourMs } from '../../machines/durations.ts'
import { claimOfLane, type LeasedRow } from '../../src/store/engine/chain-queue.ts'
import { extendLease, leaseMs, underLease } from '../../src/sending/lane-leases.ts'
import { elapsedMs } from '../../src/shared/time.ts'
import { postponeRows } from '../../src/store/engine/outbox.ts'
import { waitFor } from '../../src/core/reasons/wait-reasons.ts'
import { until } from './until.ts'
import { blockchain, createWorld, startRelay, type World } from './world.ts'

const name = 'requestTea'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world?.close({ hasRowsByHand: true }))

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  world.database.pool.query<Row>(text, values).then(({ rows }) => rows)

/** Claims requests that are due, as the relay does. */
async function claim(...ids: string[]) {
  await query(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload, cause, at, available_at)
     select id, 'chain', $2, 'payment', 'x', 'm', 'TestNet', $3, '{}', '{}', now(), now() from unnest($1::text[]) as id`,
    [ids, name, `${blockchain}/m`],
  )
  return workOn(await claimDue())
}

const claimDue = () =>
  claimOfLane(world.database, `${blockchain}/m`, {
    rooms: [{ name, countMax: 10, gasEach: 0n }],
    gasMax: null,
    exceptWaitingFor: null,
    isNew: false,
    leaseMs,
  })

const workOn = (rows: LeasedRow[]) => ({
  chain: world.chain,
  merchantId: 'm',
  rows,
  leaseEndsAt: elapsedMs() + leaseMs,
  isTrying: false,
  close: () => undefined,
})

/** For how long each request is nobody else's, in milliseconds. */
async function leftMs(): Promise<Record<string, number>> {
  const rows = await query<{ id: string; left: number }>(
    `select id, extract(epoch from available_at - now())::float8 * 1000 as left from outbox`,
  )
  return Object.fromEntries(rows.map(({ id, left }) => [id, left]))
}

/** Lets time go by for the lease alone. */
async function pass(work: { rows: LeasedRow[]; leaseEndsAt: number }, ms: number): Promise<void> {
  const rows = await query<{ id: string; leasedUntil: string }>(
    `update outbox set available_at = available_at - $1 * interval '1 ms'
     returning id, available_at as "leasedUntil"`,
    [ms],
  )
  for (const row of work.rows)
    row.leasedUntil = rows.find(({ id }) => id === row.id)?.leasedUntil ?? row.leasedUntil
  work.leaseEndsAt -= ms
}

test('what a process had claimed when it was killed is tried by another within 10 s (P8)', async () => {
  await claim('a')
  const relay = startRelay(world)
  try {
    const isTried = async () => (await query(`select from outbox where attempts = 2`)).length > 0
    await until('another process tries it', isTried, 10_000)
  } finally {
    await relay.stop()
  }
})

test('what is worked on for long is claimed by nobody else meanwhile', async () => {
  const work = await claim('a')
  await pass(work, leaseMs - 5_000)
  const ended = new AbortController()
  const working = underLease(world, work, async () => void (await once(ended.signal, 'abort')))
  await until('its lease is extended', async () => (await leftMs())['a']! > leaseMs - 2_000)
  expect(work.leaseEndsAt - elapsedMs()).toBeGreaterThan(leaseMs - 2_000)
  ended.abort()
  await working
})

test('only work under way has its lease extended, not what is done or put off', async () => {
  const work = await claim('done', 'put off', 'worked on')
  await query(`delete from outbox where id = 'done'`)
  await postponeRows(world.database, ['put off'], hourMs, waitFor('FullLane'))
  await pass(work, 5_000)
  await query(`update outbox set available_at = available_at + interval '5 s' where id = 'put off'`)
  expect(await extendLease(world.database, work)).toBe(true)
  const left = await leftMs()
  expect(Object.keys(left)).toEqual(expect.arrayContaining(['put off', 'worked on']))
  expect(left['put off']).toBeGreaterThan(hourMs - 10_000)
  expect(left['worked on']).toBeGreaterThan(leaseMs - 1_000)
  expect(left['worked on']).toBeLessThanOrEqual(leaseMs)
})

test('a lease is extended again and again', async () => {
  const work = await claim('a')
  for (let times = 0; times < 3; times++) {
    await pass(work, 5_000)
    expect(await extendLease(world.database, work)).toBe(true)
    expect((await leftMs())['a']).toBeGreaterThan(leaseMs - 1_000)
  }
})

test('a lease that has ended is not extended, whether somebody else has claimed the request or not', async () => {
  const frozen = await claim('a')
  await pass(frozen, leaseMs + 1_000)
  expect(await extendLease(world.database, frozen)).toBe(false)
  expect((await leftMs())['a']).toBeLessThan(0)
  const [another] = await claimDue()
  expect(another!.id).toBe('a')
  const endsAt = frozen.leaseEndsAt
  expect(await extendLease(world.database, frozen)).toBe(false)
  expect(frozen.leaseEndsAt).toBe(endsAt)
})

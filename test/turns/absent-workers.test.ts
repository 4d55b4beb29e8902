/** No worker is there for many sweeps: absence is no refusal, so nothing is parked, and all is taken afterwards. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TurnEngine } from '../../src/actors/turn-engine.ts'
import { startWorker } from '../../src/actors/worker.ts'
import { leaseMs, startActorRelay } from '../../src/relays/actor.relay.ts'
import type { Message } from '../../src/shared/message.ts'
import { claimRows, enqueueMessages, leaseFactorMax } from '../../src/store/engine/outbox.ts'
import { listStuck } from '../../src/store/views/stuck.ts'
import { anId, createDelivery, failDelivery } from './messages.ts'
import { createWorld, expectLaws, type World } from './world.ts'

const refusalsMax = 3
const sweepsMin = 3 * refusalsMax
let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const relay = () => startActorRelay(world.parts, { refusalsMax })
const enqueue = (messages: Message[]) => enqueueMessages(world.parts.database.pool, messages, 0)

async function outbox(): Promise<{ attempts: number; refusals: number; last_error: string }[]> {
  const { rows } = await world.parts.database.pool.query(
    `select attempts, refusals, last_error from outbox where channel = 'actor'`,
  )
  return rows
}

async function countAnomalies(): Promise<number> {
  const { rows } = await world.parts.database.pool.query<{ count: number }>(
    'select count(*)::int as count from anomaly',
  )
  return rows[0]!.count
}

async function untilSwept(): Promise<void> {
  for (let sweep = 0; sweep < sweepsMin; sweep++) await world.pass(leaseFactorMax * leaseMs)
  const fewest = Math.min(...(await outbox()).map(({ attempts }) => attempts))
  expect(fewest).toBeGreaterThanOrEqual(sweepsMin)
}

test('while all workers are away nothing is parked, and what waits says so; afterwards all of it is taken (P1)', async () => {
  const ids = Array.from({ length: 5 }, anId)
  // The failures are of deliveries that do not exist before the workers are back.
  const messages = [
    ...ids.map(failDelivery),
    ...ids.map(createDelivery).map((message) => ({ ...message, id: `outbox/${message.entityId}` })),
  ]
  await enqueue(messages)
  const sweeping = world.until(relay())
  await untilSwept()
  expect(await outbox()).toHaveLength(messages.length)
  expect(await countAnomalies()).toBe(0)
  const { effects } = await listStuck(world.parts.database, new Date())
  expect(effects).toHaveLength(messages.length)
  for (const { isParked, lastError } of effects)
    expect({ isParked, lastError }).toEqual({
      isParked: false,
      lastError: 'no worker has taken it yet',
    })

  world.until(startWorker(world.parts))
  // The failures come before the deliveries that they are about, and are refused until those are there.
  for (let sweep = 0; sweep < refusalsMax; sweep++) await world.pass(leaseFactorMax * leaseMs)
  expect(await countAnomalies()).toBe(0)
  await sweeping.stop()
  await expectLaws(world.parts)
})

test('the copies of a message that have piled up in the bus are one refusal for each time that it was sent', async () => {
  const early = { ...failDelivery(anId()), isFromOutbox: true } as const
  await enqueue([early])
  const engine = new TurnEngine(world.parts)
  const takeCopies = async () => {
    for (let copy = 0; copy < sweepsMin; copy++) await engine.take(early, true)
    await engine.finish()
  }
  await takeCopies()
  expect(await outbox()).toMatchObject([{ attempts: 0, refusals: 1 }])
  await claimRows(world.parts.database, 'actor', { limit: 1, leaseMs: 10 })
  await takeCopies()
  expect(await outbox()).toEqual([
    { attempts: 1, refusals: 2, last_error: `there is no delivery '${early.entityId}'` },
  ])
  await world.parts.database.pool.query('delete from outbox')
})

test('a worker whose database is away, or whose actor others hold, refuses nothing', async () => {
  const { database } = world.parts
  const id = anId()
  const engine = new TurnEngine(world.parts)
  await engine.take(createDelivery(id), true)
  const message = failDelivery(id)
  await enqueue([message])
  const away = await world.openParts()
  const cutOff = new TurnEngine(away)
  await away.database.close()
  expect(await cutOff.take({ ...message, isFromOutbox: true }, true)).toContain('"failed"')
  await database.pool.query('update delivery set machine_version = 99 where id = $1', [id])
  const beside = new TurnEngine(world.parts)
  const answer = await beside.take({ ...message, isFromOutbox: true }, true)
  await beside.finish()
  expect(answer).toContain('the newer release takes it')
  expect(await outbox()).toEqual([
    { attempts: 0, refusals: 0, last_error: expect.stringContaining('the newer release takes it') },
  ])
})

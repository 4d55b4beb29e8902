import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Message } from '../../src/shared/message.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { enqueueTestEvent } from '../../src/store/engine/test-event.ts'
import { findWebhookEndpoint } from '../../src/store/merchants/webhook-endpoints.ts'
import { eventBody } from '../../src/core/events/catalogue.ts'
import { settle } from '../support/settle.ts'
import { broken, healthy, Receiver } from './receiver.ts'
import { retryWaitsMs } from './retry-waits.ts'
import { type Delivery, readDeliveries, startService } from './service.ts'
import {
  createHeldWorld,
  newAddress,
  newMerchant,
  ownerOf,
  enqueueEvent,
  type World,
} from './world.ts'

let world: World
let service: { stop(): Promise<void> }
let receiver: Receiver

beforeAll(async () => {
  world = await createHeldWorld()
  service = startService(world)
  receiver = await Receiver.start()
})
afterAll(async () => {
  await service.stop()
  await receiver.stop()
  await world.close()
})

const yearMs = 365 * 24 * 60 * 60 * 1000

async function onlyDelivery(owner: Owner): Promise<Delivery> {
  const deliveries = await readDeliveries(world, owner)
  expect(deliveries).toHaveLength(1)
  return deliveries[0]!
}

async function attemptsMade(owner: Owner, count: number): Promise<void> {
  await settle(world)
  expect((await readDeliveries(world, owner))[0]?.attempts).toBe(count)
}

function moveClockTo(moment: number): void {
  world.clock.setTestOffset(moment - world.clock.realNow().getTime())
  world.bus.wake('timer')
}

async function countRows(table: 'journal' | 'journal_turn', id: string): Promise<number> {
  const { rows } = await world.database.pool.query<{ count: number }>(
    `select count(*)::int as count from ${table} where kind = 'delivery' and entity_id = $1`,
    [id],
  )
  return rows[0]!.count
}

async function resend({ id }: Delivery, owner: Owner): Promise<void> {
  const message: Message = {
    id: `http/resend/${id}`,
    kind: 'delivery',
    entityId: id,
    ...owner,
    event: { type: 'delivery.resend' },
    cause: { type: 'command', command: 'delivery.resend', by: 'merchant' },
  }
  expect(await world.bus.request(message, 60_000)).toMatchObject({ outcome: 'applied' })
}

test('nine more attempts follow a failed delivery, after the published waits, a fifth more or less (S6-8, P7)', async () => {
  receiver.behaviour = broken
  const owner = ownerOf(await newMerchant(world, { url: receiver.url }))
  await enqueueEvent(world, owner, newAddress(), 1)
  world.bus.wake('event')

  for (const [index, waitMs] of retryWaitsMs.entries()) {
    await attemptsMade(owner, index + 1)
    const { status, lastAttemptAt, nextAttemptAt } = await onlyDelivery(owner)
    const wait = Date.parse(nextAttemptAt!) - Date.parse(lastAttemptAt!)
    expect(status).toBe('Retrying')
    expect(wait / waitMs).toBeGreaterThanOrEqual(0.8)
    expect(wait / waitMs).toBeLessThanOrEqual(1.2)
    moveClockTo(Date.parse(nextAttemptAt!))
  }
  await attemptsMade(owner, retryWaitsMs.length + 1)
  const exhausted = await onlyDelivery(owner)
  expect(exhausted).toMatchObject({ status: 'Exhausted', nextAttemptAt: null })
  // Created, failed and tried again, exhausted; every try is a part of the second row.
  expect(await countRows('journal', exhausted.id)).toBe(3)
  expect(await countRows('journal_turn', exhausted.id)).toBeGreaterThanOrEqual(
    2 * (retryWaitsMs.length + 1),
  )

  receiver.behaviour = healthy
  await resend(exhausted, owner)
  await settle(world)
  expect((await onlyDelivery(owner)).status).toBe('Delivered')
  const calls = receiver.calls.splice(0)
  // Probes come in between, as fast as the clock is moved in real time.
  expect(calls.length).toBeGreaterThanOrEqual(retryWaitsMs.length + 2)
  expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(calls.map(({ body }) => body)).size).toBe(1)
})

test('the signed timestamp of a webhook follows real time, wherever the test clock stands', async () => {
  moveClockTo(world.clock.now().getTime() + yearMs)
  const owner = ownerOf(await newMerchant(world, { url: receiver.url }))
  await enqueueEvent(world, owner, newAddress(), 1)
  world.bus.wake('event')
  await settle(world)
  expect(receiver.calls).toHaveLength(1)

  const [call] = receiver.calls.splice(0)
  const realSeconds = world.clock.realNow().getTime() / 1000
  expect(Math.abs(Number(call!.headers['webhook-timestamp']) - realSeconds)).toBeLessThan(10)
  const { eventTs } = JSON.parse(call!.body)
  expect(Date.parse(eventTs) / 1000 - realSeconds).toBeGreaterThan((0.99 * yearMs) / 1000)
})

test('a test event takes the path of every event, to the endpoint under each key', async () => {
  const owner = ownerOf(await newMerchant(world, { keys: 2, url: receiver.url }))
  const endpoint = await findWebhookEndpoint(world, owner)
  await enqueueTestEvent(world, owner, endpoint!.id)
  world.bus.wake('event')
  await settle(world)
  expect(receiver.calls).toHaveLength(2)

  for (const { body } of receiver.calls.splice(0))
    expect(eventBody('WebhookTest').parse(JSON.parse(body))).toMatchObject({ sequence: 1 })
})

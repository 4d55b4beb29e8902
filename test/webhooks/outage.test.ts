/** An endpoint that was down and came back gets its events, at little cost meanwhile. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs } from '../../machines/durations.ts'
import { countPendingWork } from '../../src/store/pending-work.ts'
import { firstWaitMs } from '../../src/relays/chores/webhook-probe.ts'
import { betweenBatchesMs } from '../../src/relays/chores/webhook-release.ts'
import { requestProbes } from '../../src/store/engine/chore-queue.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { settle } from '../support/settle.ts'
import { type Behaviour, broken, drippingBody, healthy, Receiver } from './receiver.ts'
import { secondAttemptMs } from './retry-waits.ts'
import { type Delivery, readDeliveries, startService } from './service.ts'
import {
  createHeldWorld,
  enqueueEvents,
  newAddress,
  newMerchant,
  ownerOf,
  pass,
  type World,
} from './world.ts'

let world: World
let service: { stop(): Promise<void> }
let receiver: Receiver

beforeAll(async () => {
  world = await createHeldWorld()
  service = startService(world)
  receiver = await Receiver.start(broken)
})
afterAll(async () => {
  await service.stop()
  await receiver.stop()
  await world.close()
})

function moveClockBy(ms: number): void {
  world.clock.setTestOffset(world.clock.testOffsetMs + ms)
  world.bus.wake('timer')
}

async function statusOf({ merchantId }: Owner): Promise<string | undefined> {
  const { rows } = await world.database.pool.query<{ status: string }>(
    'select status from destination where merchant_id = $1',
    [merchantId],
  )
  return rows[0]?.status
}

/** Has all that wait fail twice. */
async function untilDown(owner: Owner): Promise<void> {
  await settle(world)
  await pass(world, secondAttemptMs)
  expect(await statusOf(owner)).toBe('Down')
}

const countBy = (all: Delivery[], status: string) =>
  all.filter((delivery) => delivery.status === status).length

async function journalRows({ merchantId }: Owner): Promise<number[]> {
  const { rows } = await world.database.pool.query<{ count: number }>(
    `select count(*)::int as count from journal where merchant_id = $1 and kind = 'delivery'
     group by entity_id`,
    [merchantId],
  )
  return rows.map(({ count }) => count)
}

async function countReleases({ merchantId }: Owner): Promise<number> {
  const { rows } = await world.database.pool.query<{ count: number }>(
    `select count(*)::int as count from outbox where name = 'release' and merchant_id = $1`,
    [merchantId],
  )
  return rows[0]!.count
}

async function probeNow(owner: Owner): Promise<void> {
  await requestProbes(world.database, owner)
  world.bus.wake('webhook')
}

const callsOf = (owner: { keys: { name: string }[] }, resource?: string) =>
  receiver.calls
    .filter(({ headers }) => headers['x-sp-key'] === owner.keys[0]!.name)
    .map(({ body }) => JSON.parse(body))
    .filter((body) => !resource || body.subscription.contractAddress === resource)

test('a dead endpoint is probed, and when it answers everything that waited goes out at once, in order', async () => {
  receiver.behaviour = broken
  const merchant = await newMerchant(world, { url: receiver.url })
  const owner = ownerOf(merchant)
  const addresses = Array.from({ length: 30 }, newAddress)
  for (const address of addresses) await enqueueEvents(world, owner, address, 1, 1)
  await settle(world)
  expect(await statusOf(owner)).toBe('Down')

  await Promise.all(addresses.map((address) => enqueueEvents(world, owner, address, 2, 3)))
  await settle(world)
  expect(await readDeliveries(world, owner)).toHaveLength(90)
  const countPending = async () =>
    (await countPendingWork(world.database, world.clock.now(), [])).webhooks
  expect(await countPending()).toBe(0)
  // 33 hours later, as the first deliveries see it: their next attempts are many hours away.
  moveClockBy(33 * hourMs)
  await settle(world)
  expect(await countPending()).toBe(0)
  const calls = callsOf(merchant).length
  expect(calls).toBeLessThan(40)
  expect(Math.max(...(await journalRows(owner)))).toBeLessThanOrEqual(3)

  receiver.behaviour = healthy
  await probeNow(owner)
  await settle(world)
  await pass(world, betweenBatchesMs)
  expect(countBy(await readDeliveries(world, owner), 'Delivered')).toBe(90)
  expect(await statusOf(owner)).toBe('Answering')
  for (const address of addresses) {
    const sent = callsOf(merchant, address).map(({ sequence }) => sequence)
    expect(sent).toEqual(sent.toSorted((one, other) => one - other))
    expect(new Set(sent)).toEqual(new Set([1, 2, 3]))
  }
})

test('an endpoint that comes back by itself is noticed by a probe, without anybody asking', async () => {
  receiver.behaviour = broken
  const merchant = await newMerchant(world, { url: receiver.url })
  const addresses = Array.from({ length: 4 }, newAddress)
  for (const address of addresses) await enqueueEvents(world, merchant, address, 1, 1)
  await untilDown(merchant)
  receiver.behaviour = healthy
  await pass(world, firstWaitMs)
  expect(countBy(await readDeliveries(world, merchant), 'Delivered')).toBe(4)
})

test('what waits for a dead endpoint for more than 75 hours is given up, the whole queue at its own age', async () => {
  receiver.behaviour = broken
  const merchant = await newMerchant(world, { url: receiver.url })
  const address = newAddress()
  for (let index = 0; index < 3; index++) await enqueueEvents(world, merchant, newAddress(), 1, 1)
  await enqueueEvents(world, merchant, address, 1, 4)
  await untilDown(merchant)
  moveClockBy(80 * hourMs)
  await enqueueEvents(world, merchant, address, 5, 5)
  await settle(world)
  expect(await readDeliveries(world, merchant)).toHaveLength(8)
  await probeNow(merchant)
  await settle(world)
  expect(countBy(await readDeliveries(world, merchant), 'Exhausted')).toBe(7)
})

test('one resource that is always refused delays no other, and keeps its own schedule', async () => {
  const [refused, fine] = [newAddress(), newAddress()]
  const merchant = await newMerchant(world, { url: receiver.url })
  const picky: Behaviour = (respond) =>
    respond(receiver.calls.at(-1)!.body.includes(refused) ? 400 : 200)
  receiver.behaviour = picky
  await enqueueEvents(world, merchant, refused, 1, 1)
  for (const waitMs of [6_000, 400_000, 0]) {
    await settle(world)
    const { status, attempts } = (await readDeliveries(world, merchant))[0]!
    expect(status).toBe('Retrying')
    if (waitMs === 0) break
    moveClockBy(waitMs)
    await settle(world)
    expect((await readDeliveries(world, merchant))[0]!.attempts).toBeGreaterThan(attempts)
  }
  expect(await statusOf(merchant)).toBe('Down')
  await enqueueEvents(world, merchant, fine, 1, 3)
  await settle(world)
  expect(callsOf(merchant, fine)).toHaveLength(3)
})

test('an endpoint that failed now and then, and was never down, gets what waits with its next answer', async () => {
  receiver.behaviour = broken
  const merchant = await newMerchant(world, { url: receiver.url })
  const waiting = newAddress()
  await enqueueEvents(world, merchant, waiting, 1, 2)
  for (const attempts of [1, 2]) {
    await settle(world)
    expect((await readDeliveries(world, merchant))[0]).toMatchObject({
      status: 'Retrying',
      attempts,
    })
    // The service sees its second attempt so late that the third is half a day away.
    if (attempts === 1) moveClockBy(33 * hourMs)
  }
  expect(await statusOf(merchant)).toBe('Failing')

  receiver.behaviour = healthy
  await enqueueEvents(world, merchant, newAddress(), 1, 1)
  await settle(world)
  expect(countBy(await readDeliveries(world, merchant), 'Delivered')).toBe(3)
  expect(callsOf(merchant, waiting).map(({ sequence }) => sequence)).toEqual([1, 1, 1, 2])
})

test('what is always refused is not sent again with every answer to others', async () => {
  const refused = newAddress()
  const merchant = await newMerchant(world, { url: receiver.url })
  receiver.behaviour = (respond) =>
    respond(receiver.calls.at(-1)!.body.includes(refused) ? 400 : 200)
  await enqueueEvents(world, merchant, refused, 1, 1)
  await settle(world)
  expect(await statusOf(merchant)).toBe('Failing')
  // Its second attempt fails half a day before the third, in which others are answered.
  moveClockBy(33 * hourMs)
  await settle(world)
  expect(callsOf(merchant, refused)).toHaveLength(2)
  for (let count = 1; count <= 6; count++) {
    await enqueueEvents(world, merchant, newAddress(), 1, 1)
    await settle(world)
    expect(countBy(await readDeliveries(world, merchant), 'Delivered')).toBe(count)
    // The first answer brings it forward; what the others release is nothing.
    expect(await statusOf(merchant)).toBe(count === 1 ? 'Failing' : 'Answering')
    await pass(world, betweenBatchesMs)
    expect(await countReleases(merchant)).toBe(0)
  }
  expect(callsOf(merchant, refused)).toHaveLength(3)
})

test('an answer whose body never ends counts, and holds up nothing behind it', async () => {
  receiver.behaviour = drippingBody
  const merchant = await newMerchant(world, { url: receiver.url })
  await enqueueEvents(world, merchant, newAddress(), 1, 5)
  await settle(world)
  expect(countBy(await readDeliveries(world, merchant), 'Delivered')).toBe(5)
})

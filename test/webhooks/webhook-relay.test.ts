import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Owner } from '../../src/shared/owner.ts'
import { createApiKey, deleteApiKey } from '../../src/store/merchants/api-keys.ts'
import { setWebhookEndpoint } from '../../src/store/merchants/webhook-endpoints.ts'
import { answerTimeoutMs } from '../../src/webhooks/send.ts'
import { passTime, passUntil, settle } from '../support/settle.ts'
import { secondAttemptMs } from './retry-waits.ts'
import { type Delivery, readDeliveries, startService } from './service.ts'
import * as receivers from './receiver.ts'
import { type Behaviour, Receiver } from './receiver.ts'
import {
  createHeldWorld,
  newAddress,
  newMerchant,
  ownerOf,
  pass,
  readLog,
  enqueueEvents,
  enqueueInManyLanes,
  type World,
} from './world.ts'

let world: World
let service: { stop(): Promise<void> }
const started: Receiver[] = []

beforeAll(async () => {
  world = await createHeldWorld()
  service = startService(world)
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((receiver) => receiver.stop()))
})
afterAll(async () => {
  await service.stop()
  await world.close()
})

async function newReceiver(behaviour?: Behaviour): Promise<Receiver> {
  const receiver = await Receiver.start(behaviour)
  started.push(receiver)
  return receiver
}

const sequencesOf = (receiver: Receiver, address: string) =>
  receiver.calls
    .map(({ body }) => JSON.parse(body))
    .filter(({ subscription }) => subscription.contractAddress === address)
    .map(({ sequence }) => sequence)

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

async function expectDeliveries(
  owner: Owner,
  check: (deliveries: Delivery[]) => boolean,
): Promise<void> {
  await settle(world)
  expect(await readDeliveries(world, owner)).toSatisfy(check)
}

const allDelivered = (count: number) => (deliveries: Delivery[]) =>
  deliveries.length === count && deliveries.every(({ status }) => status === 'Delivered')

test('two API keys make two calls with the same body, each signed with its own secret (S5.1-7, S6-3, S6-4, S6-5)', async () => {
  const receiver = await newReceiver()
  const merchant = await newMerchant(world, { keys: 2, url: receiver.url })
  await enqueueEvents(world, merchant, newAddress(), 1, 1)
  await expectDeliveries(merchant, allDelivered(2))

  const [event] = await readLog(world, merchant)
  expect(receiver.calls.map(({ body }) => body)).toEqual([event?.body, event?.body])
  for (const { name, secret } of merchant.keys) {
    const call = receiver.calls.find(({ headers }) => headers['x-sp-key'] === name)
    const digest = createHmac('sha256', secret).update(event!.body).digest('hex')
    expect(call?.headers).toMatchObject({ 'x-sp-digest': digest, 'webhook-id': event!.eventId })
  }
})

test('the webhooks of a resource are sent in order, and those of many resources at the same time (P7)', async () => {
  const receiver = await newReceiver()
  const merchant = await newMerchant(world, { url: receiver.url })
  const addresses = Array.from({ length: 10 }, newAddress)
  await Promise.all(addresses.map((address) => enqueueEvents(world, merchant, address, 1, 10)))
  await expectDeliveries(merchant, allDelivered(100))

  for (const address of addresses) expect(sequencesOf(receiver, address)).toEqual(upTo(10))
})

test('a failing webhook holds back the later events of its resource, and no other resource', async () => {
  const receiver = await newReceiver()
  const [failing, fine] = [newAddress(), newAddress()]
  receiver.behaviour = (respond) =>
    respond(receiver.calls.at(-1)!.body.includes(failing) ? 503 : 200)
  const merchant = await newMerchant(world, { url: receiver.url })
  await enqueueEvents(world, merchant, failing, 1, 3)
  await enqueueEvents(world, merchant, fine, 1, 3)
  await expectDeliveries(merchant, (all) => all.some(({ status }) => status === 'Retrying'))
  expect(sequencesOf(receiver, fine)).toEqual([1, 2, 3])
  expect(new Set(sequencesOf(receiver, failing))).toEqual(new Set([1]))

  receiver.behaviour = receivers.healthy
  await pass(world, secondAttemptMs)
  await expectDeliveries(merchant, allDelivered(6))
  const sent = sequencesOf(receiver, failing)
  expect(sent).toEqual(sent.toSorted((one, other) => one - other))
  expect(new Set(sent)).toEqual(new Set([1, 2, 3]))
})

const bad: [what: string, behaviour: Behaviour, error: RegExp, afterMs?: number][] = [
  ['answers 500', receivers.broken, /^answered 500: out of order$/],
  ['resets the connection', receivers.resetting, /^the connection was reset$/],
  ['redirects', receivers.redirecting, /^answered 302; redirects are not followed$/],
  ['hangs', receivers.hanging, /^no answer within 15 s$/, answerTimeoutMs],
  ['drips its answer', receivers.drippingHead, /^no answer within 15 s$/, answerTimeoutMs],
]

describe('a receiver that misbehaves and then heals gets everything, in order', () => {
  test.for(bad)('when it %s (P7)', async ([, behaviour, error, afterMs = 0]) => {
    const receiver = await newReceiver(behaviour)
    const merchant = await newMerchant(world, { url: receiver.url })
    const address = newAddress()
    await enqueueEvents(world, merchant, address, 1, 4)
    await receiver.received(1)
    await pass(world, afterMs)
    expect((await readDeliveries(world, merchant))[0]?.lastError).toMatch(error)

    receiver.behaviour = receivers.healthy
    await pass(world, secondAttemptMs)
    await expectDeliveries(merchant, allDelivered(4))
    expect([...new Set(sequencesOf(receiver, address))]).toEqual([1, 2, 3, 4])
    const ids = new Set(receiver.calls.map(({ headers }) => headers['webhook-id']))
    expect(ids.size).toBe(4)
  })
})

test('twenty endpoints that hang do not delay the webhooks of a good one (P17)', async () => {
  const hanging = await newReceiver(receivers.hanging)
  const good = await newReceiver()
  const victims = await Promise.all(upTo(20).map(() => newMerchant(world, { url: hanging.url })))
  await Promise.all(victims.map((victim) => enqueueInManyLanes(world, victim, 30)))
  await hanging.received(100)

  const merchant = await newMerchant(world, { url: good.url })
  await enqueueInManyLanes(world, merchant, 50)
  const areDelivered = async () => allDelivered(50)(await readDeliveries(world, merchant))
  await passUntil(world, 'all are delivered', areDelivered, { byMs: 0 })
  await passTime(world, answerTimeoutMs)
})

describe('a delivery whose configuration changed after its event', () => {
  const withFailedAttempt = async () => {
    const receiver = await newReceiver(receivers.broken)
    const merchant = await newMerchant(world, { url: receiver.url })
    const owner = ownerOf(merchant)
    await enqueueEvents(world, owner, newAddress(), 1, 1)
    await expectDeliveries(owner, (all) => all[0]?.status === 'Retrying')
    return { owner, key: merchant.keys[0]!, receiver }
  }

  test('goes to the address that the endpoint has now (S6-1)', async () => {
    const { owner } = await withFailedAttempt()
    const moved = await newReceiver()
    await setWebhookEndpoint(world, owner, moved.url)
    await pass(world, secondAttemptMs)
    await expectDeliveries(owner, allDelivered(1))
    expect(moved.calls).toHaveLength(1)
  })

  const cancelledBy = (reason: string) => (all: Delivery[]) =>
    all.length > 0 && all.every((one) => one.status === 'Cancelled' && one.reason === reason)

  test('is cancelled when its endpoint is removed, and those behind it too', async () => {
    const { owner, receiver } = await withFailedAttempt()
    const calls = receiver.calls.length
    await setWebhookEndpoint(world, owner, null)
    world.bus.wake('webhook')
    await expectDeliveries(owner, cancelledBy('EndpointRemoved'))
    expect(receiver.calls).toHaveLength(calls)

    const next = await newReceiver()
    await setWebhookEndpoint(world, owner, next.url)
    await enqueueEvents(world, owner, newAddress(), 1, 2)
    await settle(world)
    expect(next.calls).toHaveLength(2)
  })

  test('is cancelled when its API key is deleted, and a new key serves what comes then', async () => {
    const { owner, key, receiver } = await withFailedAttempt()
    const calls = receiver.calls.length
    await deleteApiKey(world, owner, key.name)
    world.bus.wake('webhook')
    await expectDeliveries(owner, cancelledBy('ApiKeyDeleted'))
    expect(receiver.calls).toHaveLength(calls)

    receiver.behaviour = receivers.healthy
    const { name } = await createApiKey(world, owner, 'new')
    await enqueueEvents(world, owner, newAddress(), 1, 1)
    await settle(world)
    expect(receiver.calls.at(-1)?.headers['x-sp-key']).toBe(name)
  })
})

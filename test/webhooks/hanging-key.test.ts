/** A destination is one endpoint under one key: one that hangs delays no other, of the same merchant either. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { requestProbes } from '../../src/store/engine/chore-queue.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { heldByCallMaxMs, SlowCalls } from '../../src/relays/slow-calls.ts'
import { countPendingWork } from '../../src/store/pending-work.ts'
import { passTime, passUntil, settle } from '../support/settle.ts'
import { type ReceivedCall, Receiver } from './receiver.ts'
import { secondAttemptMs } from './retry-waits.ts'
import { type Delivery, readDeliveries, startService } from './service.ts'
import { createHeldWorld, enqueueInManyLanes, newMerchant, pass, type World } from './world.ts'

let world: World
let service: { stop(): Promise<void> }
let endpoint: Endpoint

beforeAll(async () => {
  world = await createHeldWorld()
  service = startService(world)
})
beforeEach(async () => {
  endpoint = await startEndpoint()
})
afterEach(() => endpoint.receiver.stop())
afterAll(async () => {
  await service.stop()
  await world.close()
})

type Endpoint = {
  receiver: Receiver
  /** Calls under these keys are refused or hang; the others are answered at once. */
  refused: Set<string>
  hanging: Set<string>
  /** Lists what happened, in its order: the key of each accepted call, and of each that was given up. */
  order: string[]
}

/** Starts a server that treats the keys of its merchant differently. */
async function startEndpoint(): Promise<Endpoint> {
  const [refused, hanging] = [new Set<string>(), new Set<string>()]
  const order: string[] = []
  const receiver = await Receiver.start((respond, socket) => {
    const key = String(receiver.calls.at(-1)!.headers['x-sp-key'])
    if (hanging.has(key)) return void socket.once('close', () => order.push(`gave up ${key}`))
    order.push(key)
    respond(refused.has(key) ? 500 : 200)
  })
  return { receiver, refused, hanging, order }
}

const keyOf = ({ headers }: ReceivedCall) => String(headers['x-sp-key'])

const callsUnder = (key: string) =>
  endpoint.receiver.calls.filter((call) => keyOf(call) === key).length

const gaveUp = () => endpoint.order.filter((one) => one.startsWith('gave up'))

// The first test, because it counts what is pending for everybody.
test('the test clock waits for a key, though another of the same endpoint hangs', async () => {
  const { keys, ...owner } = await newMerchant(world, { keys: 2, url: endpoint.receiver.url })
  const [slow, quick] = keys.map(({ name }) => name) as [string, string]
  endpoint.hanging.add(slow)
  await enqueueInManyLanes(world, owner, 1)
  const slowCalls = new SlowCalls(world.database)
  const slowKeys = async () => {
    await slowCalls.note()
    return slowCalls.destinations.map(({ apiKey }) => apiKey)
  }
  await endpoint.receiver.received(2)
  const isDelivered = ({ status }: Delivery) => status === 'Delivered'
  const isOneDelivered = async () => (await readDeliveries(world, owner)).some(isDelivered)
  await passUntil(world, 'one is delivered', isOneDelivered, { byMs: 0 })
  expect(await slowKeys()).toEqual([])
  await passTime(world, heldByCallMaxMs + 1)
  expect(await slowKeys()).toEqual([slow])

  endpoint.hanging.add(quick)
  await enqueueInManyLanes(world, owner, 1)
  await endpoint.receiver.received(2, (call) => keyOf(call) === quick)
  const { webhooks } = await countPendingWork(
    world.database,
    world.clock.now(),
    [],
    slowCalls.destinations,
  )
  expect(webhooks).toBe(1)
})

test('a key whose calls hang delays none of another, however many of its webhooks wait (P17)', async () => {
  const { keys, ...owner } = await newMerchant(world, { keys: 2, url: endpoint.receiver.url })
  const [slow, quick] = keys.map(({ name }) => name) as [string, string]
  endpoint.hanging.add(slow)
  await enqueueInManyLanes(world, owner, 150)
  // Only calls that end by their deadline make room for more where the two share it.
  await endpoint.receiver.received(150, (call) => keyOf(call) === quick)
  expect(gaveUp()).toEqual([])
  expect(callsUnder(slow)).toBeGreaterThan(0)
})

test('probes that hang delay no webhooks of another key', async () => {
  const { keys, ...owner } = await newMerchant(world, { keys: 9, url: endpoint.receiver.url })
  const [quick, ...dead] = keys.map(({ name }) => name) as [string, ...string[]]
  for (const key of dead) endpoint.refused.add(key)
  await enqueueInManyLanes(world, owner, 4)
  await settle(world)
  await pass(world, secondAttemptMs)
  expect(await countDown(owner)).toBe(dead.length)
  for (const key of dead) endpoint.hanging.add(key)
  const before = new Set(endpoint.receiver.calls)
  await requestProbes(world.database, owner)
  world.bus.wake('webhook')
  const isProbe = (call: ReceivedCall) => !before.has(call)
  await endpoint.receiver.received(dead.length, isProbe)
  expect(endpoint.receiver.calls.filter(isProbe).map(keyOf).toSorted()).toEqual(dead.toSorted())

  await enqueueInManyLanes(world, owner, 20)
  await endpoint.receiver.received(24, (call) => keyOf(call) === quick)
  expect(gaveUp()).toEqual([])
})

async function countDown({ merchantId }: Owner): Promise<number> {
  const { rows } = await world.database.pool.query<{ count: number }>(
    `select count(*)::int as count from destination where merchant_id = $1 and status = 'Down'`,
    [merchantId],
  )
  return rows[0]!.count
}

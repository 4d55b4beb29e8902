/** A destination is one endpoint under one key: one that hangs delays no other, of the same merchant either. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { requestProbes } from '../../src/store/merchants/destinations.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { Receiver } from './receiver.ts'
import { startService } from './service.ts'
import { createWorld, enqueueInManyLanes, newMerchant, type World } from './world.ts'

let world: World
let service: { stop(): Promise<void> }
let endpoint: Endpoint

beforeAll(async () => {
  world = await createWorld()
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
  /** What calls under these keys meet; the others are answered at once. */
  refused: Set<string>
  hanging: Set<string>
  /** What happened, in its order: the key of each call that was taken, and each that was given up. */
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

const callsUnder = (key: string) =>
  endpoint.receiver.calls.filter(({ headers }) => headers['x-sp-key'] === key).length

const gaveUp = () => endpoint.order.filter((one) => one.startsWith('gave up'))

test('a key whose calls hang delays none of another, however many of its webhooks wait', async () => {
  const { keys, ...owner } = await newMerchant(world, { keys: 2, url: endpoint.receiver.url })
  const [slow, quick] = keys.map(({ name }) => name) as [string, string]
  endpoint.hanging.add(slow)
  await enqueueInManyLanes(world, owner, 150)
  // Only calls that end by their deadline make room for more where the two share it.
  await expect.poll(() => callsUnder(quick), { timeout: 30_000 }).toBe(150)
  expect(gaveUp()).toEqual([])
  expect(callsUnder(slow)).toBeGreaterThan(0)
})

test('probes that hang delay no webhooks of another key', async () => {
  const { keys, ...owner } = await newMerchant(world, { keys: 9, url: endpoint.receiver.url })
  const [quick, ...dead] = keys.map(({ name }) => name) as [string, ...string[]]
  for (const key of dead) endpoint.refused.add(key)
  await enqueueInManyLanes(world, owner, 4)
  await expect.poll(() => countDown(owner), { timeout: 20_000 }).toBe(dead.length)
  for (const key of dead) endpoint.hanging.add(key)
  const isProbed = async () => {
    await requestProbes(world.database, owner)
    world.bus.wake('webhook')
    return new Set(hangingCalls()).size
  }
  const before = endpoint.receiver.calls.length
  const hangingCalls = () =>
    endpoint.receiver.calls
      .slice(before)
      .map(({ headers }) => headers['x-sp-key'])
      .filter((key) => key !== quick)
  await expect.poll(isProbed, { timeout: 10_000, interval: 200 }).toBe(dead.length)

  await enqueueInManyLanes(world, owner, 20)
  await expect.poll(() => callsUnder(quick), { timeout: 30_000 }).toBe(24)
  expect(gaveUp()).toEqual([])
})

async function countDown({ merchantId }: Owner): Promise<number> {
  const { rows } = await world.database.pool.query<{ count: number }>(
    `select count(*)::int as count from destination where merchant_id = $1 and status = 'Down'`,
    [merchantId],
  )
  return rows[0]!.count
}

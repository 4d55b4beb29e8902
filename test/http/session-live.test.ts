/** The live stream of a customer's subscriptions: what is reported, to whom, and until when. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultListeners } from '../../src/http/dependencies.ts'
import { addressOf } from '../dashboard/world.ts'
import { newPermit } from './permits.ts'
import { follow, openSession, type TokenWish } from './sessions.ts'
import { newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
const path = '/integration/subscriptions'

beforeAll(async () => {
  world = await startWorld({
    settings: { listeners: { ...defaultListeners, perPaymentMax: 3 } },
  })
  merchant = await newReadyMerchant(world)
})
afterAll(() => world.stop())

async function newCustomer(wish: TokenWish = {}) {
  const customerId = `customer ${randomUUID()}`
  const session = await openSession(world, merchant, { customerId, ...wish })
  const subscribe = async (): Promise<string> =>
    (await merchant.post(path, newSubscription(merchant.planId, { customerId }))).body
      .contractAddress
  return { customerId, session, subscribe }
}

test('a customer is told at once what there is, and of all that is made or moves, whoever caused it', async () => {
  const { session, subscribe } = await newCustomer()
  const first = await subscribe()
  const stream = await follow(world, session)
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(stream.response.headers.get('cache-control')).toBe('no-store')
  await expect.poll(stream.latest).toEqual([[first, 'Draft']])
  const own = { planId: merchant.planId, payer: addressOf('ab') }
  const { contractAddress: second } = (await session.post('/session/subscriptions', own)).body
  await expect.poll(stream.latest).toEqual([
    [second, 'Draft'],
    [first, 'Draft'],
  ])
  await merchant.post(`${path}/${first}/cancel`)
  await expect.poll(stream.latest).toEqual([
    [second, 'Draft'],
    [first, 'Cancelled'],
  ])
  const { data } = stream.heard.events.at(-1)!
  const { body } = await session.get('/session/subscriptions')
  expect(data.subscriptions).toEqual(body.subscriptions)
  await stream.stop()
})

test('a customer is told at once that a permit was handed in', async () => {
  const { session, subscribe } = await newCustomer()
  const contract = await subscribe()
  const stream = await follow(world, session)
  await expect.poll(stream.latest).toEqual([[contract, 'Draft']])
  await session.post(`/session/subscriptions/${contract}/permit`, newPermit(world.clock.now()))
  const permits = () =>
    stream.heard.events.at(-1)!.data.subscriptions.map(({ permit }) => permit?.status)
  await expect.poll(permits).toEqual(['Waiting'])
  await stream.stop()
})

test('nobody hears of another customer, nor a leaving token of what it may not do', async () => {
  const [one, other] = [await newCustomer(), await newCustomer()]
  const leaving = await openSession(world, merchant, { customerId: one.customerId, may: 'leave' })
  const streams = await Promise.all(
    [one.session, other.session, leaving].map((session) => follow(world, session)),
  )
  const contract = await one.subscribe()
  await expect.poll(streams[0]!.latest).toEqual([[contract, 'Draft']])
  await expect.poll(streams[2]!.latest).toEqual([[contract, 'Draft']])
  const actionsIn = (stream: (typeof streams)[number]) =>
    (stream.heard.events.at(-1)!.data.subscriptions[0] as unknown as { actions: string[] }).actions
  expect(actionsIn(streams[0]!).toSorted()).toEqual(['activate', 'cancel'])
  expect(actionsIn(streams[2]!)).toEqual(['cancel'])
  // The other's next subscription comes first, if anything else came at all.
  const others = await other.subscribe()
  await expect.poll(streams[1]!.latest).toEqual([[others, 'Draft']])
  expect(streams[1]!.heard.events.map(({ data }) => data.subscriptions.length)).toEqual([0, 1])
  await Promise.all(streams.map(({ stop }) => stop()))
})

test('a stream ends when its token expires, and says so', async () => {
  const { customerId, session } = await newCustomer()
  await world.database.pool.query(
    `update customer_token set expires_at = now() + interval '1 second' where customer_id = $1`,
    [customerId],
  )
  const { heard } = await follow(world, session)
  await expect.poll(() => heard.isOver, { timeout: 10_000 }).toBe(true)
  const last = heard.events.at(-1)!
  expect([last.event, last.data.code]).toEqual(['problem', 'SessionExpired'])
})

test('a stream ends at once when its token is revoked, and those of others go on', async () => {
  const [one, other] = [await newCustomer(), await newCustomer()]
  const [ending, going] = [await follow(world, one.session), await follow(world, other.session)]
  await expect.poll(ending.latest).toEqual([])
  await expect.poll(going.latest).toEqual([])
  await merchant.post(`${path}/revoke-customer-tokens`, { customerId: one.customerId })
  // Tokens are looked at every 15 s besides; this is a sixth of that.
  await expect.poll(() => ending.heard.isOver, { timeout: 2_500 }).toBe(true)
  const last = ending.heard.events.at(-1)!
  expect([last.event, last.data.code]).toEqual(['problem', 'SessionRevoked'])
  expect(going.heard.isOver).toBe(false)
  await going.stop()
})

test('a stream ends soon after its token was revoked without a word on the bus', async () => {
  const own = await startWorld({
    settings: { listeners: { ...defaultListeners, readAnywayMs: 200 } },
  })
  const shop = await newReadyMerchant(own)
  const session = await openSession(own, shop, { customerId: 'c' })
  const { heard, latest } = await follow(own, session)
  await expect.poll(latest).toEqual([])
  await own.database.pool.query('update customer_token set revoked_at = now()')
  await expect.poll(() => heard.isOver, { timeout: 10_000 }).toBe(true)
  const last = heard.events.at(-1)!
  expect([last.event, last.data.code]).toEqual(['problem', 'SessionRevoked'])
  await own.stop()
})

test('places are limited for a customer, and are given back', async () => {
  const { session } = await newCustomer()
  const streams = await Promise.all([1, 2, 3].map(() => follow(world, session)))
  await expect.poll(() => streams.map(({ latest }) => latest())).toEqual([[], [], []])
  const refused = await session.get('/session/live')
  expect([refused.status, refused.body.code]).toEqual([503, 'ServiceUnavailable'])
  expect(refused.body.message).toContain('/session/subscriptions')
  const others = await follow(world, (await newCustomer()).session)
  expect(others.response.status).toBe(200)
  await Promise.all([...streams, others].map(({ stop }) => stop()))
  await expect
    .poll(async () => {
      const again = await follow(world, session)
      await again.stop()
      return again.response.status
    })
    .toBe(200)
})

test('a caller who asks for the headers alone holds no stream open', async () => {
  const { session } = await newCustomer()
  const { authorization } = session
  const url = `${world.url}/session/live`
  expect((await fetch(url, { method: 'HEAD', headers: { authorization } })).status).toBe(405)
})

test('stopping the service ends every stream', async () => {
  const own = await startWorld()
  const shop = await newReadyMerchant(own)
  const { heard, latest } = await follow(own, await openSession(own, shop))
  await expect.poll(latest).toEqual([])
  await own.stop()
  await expect.poll(() => heard.isOver).toBe(true)
})

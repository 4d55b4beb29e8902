/** The live stream of a customer's subscriptions: what is reported, to whom, and until when. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { stopTime } from '../../src/shared/time.ts'
import { addressOf } from '../dashboard/world.ts'
import { untilNoneIsOpen } from '../support/open-answers.ts'
import { holdTime, passTime } from '../support/settle.ts'
import { newPermit } from './permits.ts'
import { follow, openSession, type TokenWish } from './sessions.ts'
import { newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'
import { defaultListeners } from '../../src/http/http-settings.ts'

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
  expect(await stream.next()).toEqual([[first, 'Draft']])
  const own = { planId: merchant.planId, payer: addressOf('ab') }
  const { contractAddress: second } = (await session.post('/session/subscriptions', own)).body
  expect(await stream.next()).toEqual([
    [second, 'Draft'],
    [first, 'Draft'],
  ])
  await merchant.post(`${path}/${first}/cancel`)
  expect(await stream.next()).toEqual([
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
  expect(await stream.next()).toEqual([[contract, 'Draft']])
  await session.post(`/session/subscriptions/${contract}/permit`, newPermit(world.clock.now()))
  const { subscriptions } = (await stream.heard.next()).data
  expect(subscriptions.map(({ permit }) => permit?.status)).toEqual(['Waiting'])
  await stream.stop()
})

test('nobody hears of another customer, nor a leaving token of what it may not do', async () => {
  const [one, other] = [await newCustomer(), await newCustomer()]
  const leaving = await openSession(world, merchant, { customerId: one.customerId, may: 'leave' })
  const streams = await Promise.all(
    [one.session, other.session, leaving].map((session) => follow(world, session)),
  )
  for (const stream of streams) expect(await stream.next()).toEqual([])
  const contract = await one.subscribe()
  expect(await streams[0]!.next()).toEqual([[contract, 'Draft']])
  expect(await streams[2]!.next()).toEqual([[contract, 'Draft']])
  const actionsIn = (stream: (typeof streams)[number]) =>
    (stream.heard.events.at(-1)!.data.subscriptions[0] as unknown as { actions: string[] }).actions
  expect(actionsIn(streams[0]!).toSorted()).toEqual(['activate', 'cancel'])
  expect(actionsIn(streams[2]!)).toEqual(['cancel'])
  // The other's next subscription comes first, if anything else came at all.
  const others = await other.subscribe()
  expect(await streams[1]!.next()).toEqual([[others, 'Draft']])
  expect(streams[1]!.heard.events.map(({ data }) => data.subscriptions.length)).toEqual([0, 1])
  await Promise.all(streams.map(({ stop }) => stop()))
})

test('a stream ends when its token expires, and says so', async () => {
  const { customerId, session } = await newCustomer()
  await world.database.pool.query(
    `update customer_token set expires_at = now() + interval '1 second' where customer_id = $1`,
    [customerId],
  )
  const { heard, over } = await follow(world, session)
  await passTime(world, 1_000)
  await over
  const last = heard.events.at(-1)!
  expect([last.event, last.data.code]).toEqual(['problem', 'SessionExpired'])
})

test('a stream ends at once when its token is revoked, and those of others go on', async () => {
  const [one, other] = [await newCustomer(), await newCustomer()]
  const [ending, going] = [await follow(world, one.session), await follow(world, other.session)]
  expect(await ending.next()).toEqual([])
  expect(await going.next()).toEqual([])
  // Tokens are looked at every few seconds besides.
  onTestFinished(await holdTime(world))
  await merchant.post(`${path}/revoke-customer-tokens`, { customerId: one.customerId })
  await ending.over
  const last = ending.heard.events.at(-1)!
  expect([last.event, last.data.code]).toEqual(['problem', 'SessionRevoked'])
  expect(going.heard.isOver).toBe(false)
  await going.stop()
})

test('a stream ends soon after its token was revoked without a word on the bus', async () => {
  const { customerId, session } = await newCustomer()
  const { heard, next, over } = await follow(world, session)
  expect(await next()).toEqual([])
  await world.database.pool.query(
    'update customer_token set revoked_at = now() where customer_id = $1',
    [customerId],
  )
  await passTime(world, defaultListeners.readAnywayMs)
  await over
  const last = heard.events.at(-1)!
  expect([last.event, last.data.code]).toEqual(['problem', 'SessionRevoked'])
})

test('places are limited for a customer, and are given back', async () => {
  const { session } = await newCustomer()
  const streams = await Promise.all([1, 2, 3].map(() => follow(world, session)))
  for (const { next } of streams) expect(await next()).toEqual([])
  const refused = await session.get('/session/live')
  expect([refused.status, refused.body.code]).toEqual([503, 'ServiceUnavailable'])
  expect(refused.body.message).toContain('/session/subscriptions')
  const others = await follow(world, (await newCustomer()).session)
  expect(others.response.status).toBe(200)
  await Promise.all([...streams, others].map(({ stop }) => stop()))
  await untilNoneIsOpen()
  const again = await follow(world, session)
  await again.stop()
  expect(again.response.status).toBe(200)
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
  const { next, over } = await follow(own, await openSession(own, shop))
  expect(await next()).toEqual([])
  onTestFinished(stopTime())
  await own.stop()
  await over
})

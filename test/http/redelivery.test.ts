/** Events are sent again after each change of endpoint and keys, and for whole ranges. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startActorRelay } from '../../src/relays/actor.relay.ts'
import { startEventRelay } from '../../src/relays/event.relay.ts'
import { startWebhookRelay } from '../../src/relays/webhook.relay.ts'
import { createApiKey, deleteApiKey } from '../../src/store/merchants/api-keys.ts'
import { setWebhookEndpoint } from '../../src/store/merchants/webhook-endpoints.ts'
import { broken, healthy, Receiver } from '../webhooks/receiver.ts'
import { settle } from '../support/settle.ts'
import { newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'

let world: World
let parts: { stop(): Promise<void> }[]
let receiver: Receiver
const path = '/integration/events'

beforeAll(async () => {
  world = await startWorld()
  receiver = await Receiver.start()
  parts = [
    startEventRelay(world),
    startActorRelay(world),
    startWebhookRelay({ ...world, targets: { allowPrivateTargets: true } }),
  ]
})
afterAll(async () => {
  for (const part of parts) await part.stop()
  await receiver.stop()
  await world.stop()
})

type Merchant = Awaited<ReturnType<typeof newReadyMerchant>>
const setUrl = async (merchant: Merchant, url: string | null) => {
  await setWebhookEndpoint(world, merchant.owner, url)
  world.bus.wake('webhook')
}

/** Makes so many events, each of a subscription of its own; returns their ids in order. */
async function makeEvents(merchant: Merchant, count: number): Promise<string[]> {
  const read = async () => (await merchant.get(`${path}?limit=1000`)).body.events
  // The merchant's plan was activated, too.
  const before = (await read()).length || 1
  for (let index = 0; index < count; index++)
    await merchant.post('/integration/subscriptions', newSubscription(merchant.planId))
  await settle(world)
  const made = (await read()).slice(before)
  expect(made).toHaveLength(count)
  return made.map(({ eventId }: { eventId: string }) => eventId)
}

const callsOf = (eventId: string) =>
  receiver.calls.filter(({ headers }) => headers['webhook-id'] === eventId)
const arrives = async (eventId: string, calls: number): Promise<void> => {
  await settle(world)
  expect(callsOf(eventId)).toHaveLength(calls)
}

test('an event from before there was any endpoint is delivered, and without one it is said what to do', async () => {
  const merchant = await newReadyMerchant(world)
  const [eventId] = (await makeEvents(merchant, 1)) as [string]
  const refused = await merchant.post(`${path}/${eventId}/redeliver`)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ code: 'WebhooksNotSetUp', missing: ['WebhookEndpoint'] })
  expect(refused.body.message).toContain('PUT /dashboard/api/{test|main}/webhook-endpoint')

  await setUrl(merchant, receiver.url)
  const { status, body } = await merchant.post(`${path}/${eventId}/redeliver`)
  expect([status, body.deliveries]).toEqual([
    200,
    [expect.objectContaining({ apiKey: merchant.name, outcome: 'Sending', waitsFor: null })],
  ])
  await arrives(eventId, 1)
})

test('after the endpoint was removed and set again, and the key changed, an old event goes to what there is now', async () => {
  const merchant = await newReadyMerchant(world)
  await setUrl(merchant, receiver.url)
  const [eventId] = (await makeEvents(merchant, 1)) as [string]
  await arrives(eventId, 1)
  await setUrl(merchant, null)
  await setUrl(merchant, receiver.url)
  await merchant.post(`${path}/${eventId}/redeliver`)
  await arrives(eventId, 2)

  const old = await createApiKey(world, merchant.owner, 'old')
  await deleteApiKey(world, merchant.owner, old.name)
  const { name } = await createApiKey(world, merchant.owner, 'later')
  const { body } = await merchant.post(`${path}/${eventId}/redeliver`)
  expect(body.deliveries.map(({ apiKey }: { apiKey: string }) => apiKey).sort()).toEqual(
    [merchant.name, name].sort(),
  )
  await arrives(eventId, 4)
  expect(callsOf(eventId).map(({ headers }) => headers['x-sp-key'])).toContain(name)
  expect(new Set(callsOf(eventId).map(({ body: sent }) => sent)).size).toBe(1)
})

test('an event behind an earlier one of its resource says which it waits for', async () => {
  const merchant = await newReadyMerchant(world)
  receiver.behaviour = broken
  await setUrl(merchant, receiver.url)
  const [created] = (await makeEvents(merchant, 1)) as [string]
  await arrives(created, 1)
  const { body: list } = await merchant.get('/integration/subscriptions')
  const { contractAddress } = list.subscriptions[0]
  await merchant.post(`/integration/subscriptions/${contractAddress}/cancel`)
  const events = async () => (await merchant.get(path)).body.events
  await settle(world)
  expect((await events()).length).toBe(3)
  const { eventId } = (await events())[2]
  const waits = async () => (await merchant.post(`${path}/${eventId}/redeliver`)).body.deliveries[0]
  expect(await waits()).toMatchObject({
    outcome: 'WaitsForEarlierEvent',
    waitsFor: { eventId: created, logNumber: 2 },
  })
  receiver.behaviour = healthy
  await merchant.post(`${path}/${created}/redeliver`)
  await arrives(eventId, 1)
})

test('a range of the log, and everything of one status, is sent again by one call', async () => {
  const merchant = await newReadyMerchant(world)
  const events = await makeEvents(merchant, 5)
  await setUrl(merchant, receiver.url)
  const range = await merchant.post(`${path}/redeliver`, {
    after: events[0],
    until: 5,
    eventTypes: ['SubscriptionCreated'],
  })
  const outcomes = { Sending: 3, WaitsForEarlierEvent: 0, WaitsForEndpoint: 0 }
  expect([range.status, range.body]).toEqual([
    200,
    { events: 3, deliveries: 3, outcomes, next: null },
  ])
  await settle(world)
  for (const eventId of events.slice(1, 4)) expect(callsOf(eventId)).toHaveLength(1)
  expect(callsOf(events[0]!)).toHaveLength(0)

  expect((await merchant.get('/integration/webhook-endpoint')).body).toMatchObject({
    url: receiver.url,
    status: 'Answering',
    waiting: 0,
  })
  const delivered = { status: 'Delivered' }
  expect((await merchant.post(`${path}/redeliver`, delivered)).body.events).toBe(3)
  await settle(world)
  for (const eventId of events.slice(1, 4)) expect(callsOf(eventId)).toHaveLength(2)
  expect((await merchant.post(`${path}/redeliver`, { status: 'Exhausted' })).body.events).toBe(0)

  const faulty = await merchant.post(`${path}/redeliver`, { after: 'yesterday' })
  expect([faulty.status, faulty.body.message]).toEqual([
    400,
    expect.stringContaining("it is 'yesterday'"),
  ])
  expect((await merchant.post(`${path}/redeliver`, {})).body.message).toContain('Exhausted')
  const turned = await merchant.post(`${path}/redeliver`, { after: 5, until: events[0] })
  expect([turned.status, turned.body.message]).toEqual([
    400,
    'until must not lie before after: it is number 2 of the log, and after is number 5',
  ])
})

test('an endpoint that is down is shown with since when, why, what waits and the next probe', async () => {
  const merchant = await newReadyMerchant(world)
  receiver.behaviour = broken
  await makeEvents(merchant, 1)
  await setUrl(merchant, receiver.url)
  const shown = async () => (await merchant.get('/integration/webhook-endpoint')).body
  // Failures that come together, before any is known, count as one.
  await makeEvents(merchant, 1)
  expect((await shown()).status).toBe('Failing')
  await makeEvents(merchant, 4)
  expect((await shown()).keys[0]?.nextProbeAt ?? null).not.toBe(null)
  expect(await shown()).toMatchObject({
    status: 'Down',
    waiting: 5,
    keys: [
      {
        apiKey: merchant.name,
        status: 'Down',
        since: expect.stringMatching(/Z$/),
        lastFailure: { error: 'answered 500: out of order', at: expect.any(String) },
        waiting: 5,
        waitingSince: expect.any(String),
      },
    ],
  })
  receiver.behaviour = healthy
  const [first] = (await merchant.get(path)).body.events
  const { body } = await merchant.post(`${path}/${first.eventId}/redeliver`)
  expect(body.deliveries[0].outcome).toBe('WaitsForEndpoint')
  await settle(world)
  expect((await shown()).waiting).toBe(0)
})

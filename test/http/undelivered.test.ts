/** Sending again everything that has not arrived, whatever became of it, and nothing that has. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startActorRelay } from '../../src/relays/actor.relay.ts'
import { startEventRelay } from '../../src/relays/event.relay.ts'
import { startWebhookRelay } from '../../src/relays/webhook.relay.ts'
import { createApiKey } from '../../src/store/merchants/api-keys.ts'
import { setWebhookEndpoint } from '../../src/store/merchants/webhook-endpoints.ts'
import { enqueueAndPublish } from '../../src/store/engine/outbox.ts'
import { createDeliveryMessage } from '../../src/store/waiting-deliveries.ts'
import { type Behaviour, broken, healthy, Receiver } from '../webhooks/receiver.ts'
import { settle } from '../support/settle.ts'
import { newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'

let world: World
let parts: { stop(): Promise<void> }[]
let receiver: Receiver
const path = '/integration/events/redeliver'

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
type Row = { id: string; eventId: string; apiKey: string; status: string; revision: number }

async function setUrl(merchant: Merchant, url: string | null): Promise<void> {
  await setWebhookEndpoint(world, merchant.owner, url)
  world.bus.wake('webhook')
}

const readLog = async (merchant: Merchant): Promise<{ eventId: string }[]> =>
  (await merchant.get('/integration/events?limit=1000')).body.events

/** Makes so many events, each of a subscription of its own; returns their ids in order. */
async function makeEvents(merchant: Merchant, count: number): Promise<string[]> {
  // The merchant's plan was activated, too.
  const before = (await readLog(merchant)).length || 1
  for (let index = 0; index < count; index++)
    await merchant.post('/integration/subscriptions', newSubscription(merchant.planId))
  await settle(world)
  const made = (await readLog(merchant)).slice(before)
  expect(made).toHaveLength(count)
  return made.map(({ eventId }) => eventId)
}

async function readDeliveries({ owner }: Merchant): Promise<Row[]> {
  const { rows } = await world.database.pool.query<Row>(
    `select id, event_id as "eventId", api_key as "apiKey", status, revision from delivery
     where merchant_id = $1 and network = $2 order by id`,
    [owner.merchantId, owner.network],
  )
  return rows
}

/** Expects that the newest delivery of each event has this status. */
async function are(merchant: Merchant, eventIds: string[], status: string): Promise<void> {
  const statuses = (await readDeliveries(merchant))
    .filter((row) => eventIds.includes(row.eventId))
    .map((row) => row.status)
  expect(statuses.filter((one) => one === status)).toHaveLength(eventIds.length)
}

/** The time for attempts at the event is over, as a probe finds it. */
async function giveUp(merchant: Merchant, eventId: string): Promise<void> {
  const rows = await readDeliveries(merchant)
  const delivery = rows.find((row) => row.eventId === eventId && row.status === 'Retrying')!
  const cause = { type: 'command', command: 'delivery.resend', by: 'merchant' } as const
  const asked = { ...merchant.owner, cause }
  const message = createDeliveryMessage(asked, delivery, { type: 'delivery.expired' })
  await enqueueAndPublish(world, [message])
  await settle(world)
  await are(merchant, [eventId], 'Exhausted')
}

const callsOf = (eventId: string) =>
  receiver.calls.filter(({ headers }) => headers['webhook-id'] === eventId)
const outcomes = (sending: number, behindEarlier = 0, behindEndpoint = 0) => ({
  Sending: sending,
  WaitsForEarlierEvent: behindEarlier,
  WaitsForEndpoint: behindEndpoint,
})

test('what was given up, waits, was cancelled or never sent goes out again, and what has arrived does not', async () => {
  const merchant = await newReadyMerchant(world)
  const unsent = await makeEvents(merchant, 1)
  receiver.behaviour = healthy
  await setUrl(merchant, receiver.url)
  const arrived = await makeEvents(merchant, 2)
  await are(merchant, arrived, 'Delivered')

  receiver.behaviour = broken
  const cancelled = (await makeEvents(merchant, 2)) as [string, string]
  await are(merchant, cancelled, 'Retrying')
  await giveUp(merchant, cancelled[0])
  await setUrl(merchant, null)
  await settle(world)
  await are(merchant, cancelled, 'Cancelled')
  await setUrl(merchant, receiver.url)
  const missed = (await makeEvents(merchant, 2)) as [string, string]
  await are(merchant, missed, 'Retrying')
  await giveUp(merchant, missed[0])

  receiver.behaviour = healthy
  const [activation] = (await readLog(merchant)) as [{ eventId: string }]
  const wanted = [activation.eventId, ...unsent, ...cancelled, ...missed]
  const { status, body } = await merchant.post(path, { undelivered: true })
  expect(status).toBe(200)
  expect(body).toMatchObject({ events: wanted.length, deliveries: wanted.length, next: null })
  await settle(world)
  await are(merchant, [...wanted, ...arrived], 'Delivered')
  for (const eventId of arrived) expect(callsOf(eventId)).toHaveLength(1)
  for (const eventId of unsent) expect(callsOf(eventId)).toHaveLength(1)
  expect((await merchant.post(path, { undelivered: true })).body.events).toBe(0)
})

test('a moment says since when, and places and types narrow it as they do for everything', async () => {
  const merchant = await newReadyMerchant(world)
  const before = await makeEvents(merchant, 2)
  const since = new Date().toISOString()
  const after = await makeEvents(merchant, 3)
  receiver.behaviour = healthy
  await setUrl(merchant, receiver.url)
  const none = { undelivered: true, after: since, eventTypes: ['PaymentStatusChanged'] }
  expect((await merchant.post(path, none)).body.events).toBe(0)
  const range = { undelivered: true, after: since, until: after[1] }
  expect((await merchant.post(path, range)).body).toMatchObject({ events: 2, next: null })
  expect((await merchant.post(path, { ...range, until: undefined })).body.events).toBeGreaterThan(0)
  await settle(world)
  await are(merchant, after, 'Delivered')
  for (const eventId of before) expect(callsOf(eventId)).toHaveLength(0)
})

test('what one key missed goes out under that key alone, and a newer key gets only what nobody got', async () => {
  const merchant = await newReadyMerchant(world)
  const { name: refused } = await createApiKey(world, merchant.owner, 'refused')
  const takesNoOther: Behaviour = (respond) =>
    respond(receiver.calls.at(-1)!.headers['x-sp-key'] === refused ? 401 : 200)
  receiver.behaviour = takesNoOther
  await makeEvents(merchant, 0)
  await setUrl(merchant, receiver.url)
  const [half] = (await makeEvents(merchant, 1)) as [string]
  const statuses = async () =>
    (await readDeliveries(merchant))
      .filter(({ eventId }) => eventId === half)
      .map(({ status }) => status)
      .toSorted()
  expect(await statuses()).toEqual(['Delivered', 'Retrying'])
  const { name: newer } = await createApiKey(world, merchant.owner, 'newer')
  receiver.behaviour = healthy
  const [activation] = (await readLog(merchant)) as [{ eventId: string }]
  const { body } = await merchant.post(path, { undelivered: true })
  // The half that is missing, and under all three keys what was before there was an endpoint.
  expect(body).toMatchObject({ events: 2, deliveries: 4 })
  await settle(world)
  expect(await statuses()).toEqual(['Delivered', 'Delivered'])
  const keysOf = (eventId: string) => callsOf(eventId).map(({ headers }) => headers['x-sp-key'])
  expect(keysOf(activation.eventId)).toHaveLength(3)
  expect(keysOf(activation.eventId)).toContain(newer)
  expect(keysOf(half)).not.toContain(newer)
})

test('an endpoint that is down shows that everything waits for it, by status and as undelivered', async () => {
  const merchant = await newReadyMerchant(world)
  await makeEvents(merchant, 1)
  receiver.behaviour = broken
  await setUrl(merchant, receiver.url)
  const shown = async () => (await merchant.get('/integration/webhook-endpoint')).body.status
  // Failures that come together, before any is known, count as one.
  const [first] = await makeEvents(merchant, 1)
  expect(await shown()).toBe('Failing')
  const events = [first!, ...(await makeEvents(merchant, 4))]
  expect(await shown()).toBe('Down')
  const retrying = (await readDeliveries(merchant)).filter(({ status }) => status === 'Retrying')
  const byStatus = await merchant.post(path, { status: 'Retrying', after: events[0] })
  expect(byStatus.body.outcomes.WaitsForEndpoint).toBe(byStatus.body.deliveries)
  expect(byStatus.body.deliveries).toBeGreaterThan(0)
  expect(retrying.length).toBeGreaterThan(0)
  const { body } = await merchant.post(path, { undelivered: true })
  expect(body).toMatchObject({ events: 7, outcomes: outcomes(0, 0, 7), next: null })
  receiver.behaviour = healthy
  await merchant.post(path, { undelivered: true })
  await settle(world)
  await are(merchant, events, 'Delivered')
}, 30_000)

test('later events of one resource are said to wait for the earlier ones that go out with them', async () => {
  const merchant = await newReadyMerchant(world)
  await makeEvents(merchant, 1)
  const { body: list } = await merchant.get('/integration/subscriptions')
  const { contractAddress } = list.subscriptions[0]
  await merchant.post(`/integration/subscriptions/${contractAddress}/cancel`)
  await settle(world)
  expect((await readLog(merchant)).length).toBe(3)
  receiver.behaviour = healthy
  await setUrl(merchant, receiver.url)
  const { body } = await merchant.post(path, { undelivered: true })
  expect(body).toMatchObject({ events: 3, outcomes: outcomes(2, 1) })
  await settle(world)
  await are(
    merchant,
    (await readLog(merchant)).map(({ eventId }) => eventId),
    'Delivered',
  )
})

test('without an endpoint it is said what to do, and nothing is sent', async () => {
  const merchant = await newReadyMerchant(world)
  await makeEvents(merchant, 1)
  const { status, body } = await merchant.post(path, { undelivered: true })
  expect([status, body.code, body.missing]).toEqual([409, 'WebhooksNotSetUp', ['WebhookEndpoint']])
  expect(await readDeliveries(merchant)).toEqual([])
})

test.each([
  [{ undelivered: true, status: 'Exhausted' }, 'says both status and undelivered'],
  [{ undelivered: true, status: 'Exhausted', after: 0 }, 'says both status and undelivered'],
  [{ undelivered: false }, 'says none of after, status and undelivered'],
  [{ undelivered: 'true' }, 'must be true or false'],
  [{ undelivered: 1 }, 'must be true or false'],
  [{ undelivered: null }, 'must be true or false'],
  [{ undelivered: true, after: '0000-01-01T00:00:00Z' }, '0000-01-01T00:00:00Z'],
  [{ undelivered: true, after: 2 ** 31 }, 'must be at most'],
])('%j is refused, and it is said why', async (range, why) => {
  const merchant = await newReadyMerchant(world)
  const { status, body } = await merchant.post(path, range)
  expect([status, body.code]).toEqual([400, 'BadRequest'])
  expect(body.message).toContain(why)
})

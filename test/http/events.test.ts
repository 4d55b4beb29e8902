import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEventRelay } from '../../src/relays/event.relay.ts'
import { setWebhookEndpoint } from '../../src/store/merchants/webhook-endpoints.ts'
import { settle } from '../support/settle.ts'
import { newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'

let world: World
let relay: { stop(): Promise<void> }
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
const path = '/integration/events'
type LogEntry = { eventId: string; logNumber: number; eventTs: string }

beforeAll(async () => {
  world = await startWorld()
  relay = startEventRelay(world)
  merchant = await newReadyMerchant(world)
  await setWebhookEndpoint(world, merchant.owner, 'https://shop.example/hook')
  for (const customerId of ['one', 'two', 'three'])
    await merchant.post(
      '/integration/subscriptions',
      newSubscription(merchant.planId, { customerId, metadata: `for ${customerId}` }),
    )
})
afterAll(async () => {
  await relay.stop()
  await world.stop()
})

test('the log tells everything in order, as the webhooks do', async () => {
  await settle(world)
  expect((await merchant.get(path)).body.page.next).toBeGreaterThan(3)
  const { status, body } = await merchant.get(path)
  expect(status).toBe(200)
  const created = body.events.filter(
    ({ eventType }: { eventType: string }) => eventType === 'SubscriptionCreated',
  )
  expect(created).toHaveLength(3)
  expect(created[0]).toMatchObject({
    eventId: expect.any(String),
    eventTs: expect.any(String),
    sequence: 1,
    subscription: { customerId: 'one', metadata: 'for one', status: 'Draft' },
    cause: { type: 'command' },
  })
})

test('the log is read page by page without a hole', async () => {
  const { body: whole } = await merchant.get(path)
  const read: unknown[] = []
  let after = 0
  for (;;) {
    const { body } = await merchant.get(`${path}?after=${after}&limit=2`)
    if (body.events.length === 0) break
    expect(body.page).toEqual({ after, limit: 2, next: after + body.events.length, keptFrom: null })
    read.push(...body.events)
    after = body.page.next
  }
  expect(read).toEqual(whole.events)
})

test('each entry has its log number, and the log is read on behind an event or a number in the middle of a page', async () => {
  const { body: whole } = await merchant.get(path)
  const numbers = whole.events.map(({ logNumber }: LogEntry) => logNumber)
  expect(numbers).toEqual(numbers.map((_: number, index: number) => index + 1))
  const { eventId, logNumber } = whole.events[1] as LogEntry
  for (const after of [eventId, logNumber]) {
    const { status, body } = await merchant.get(`${path}?after=${after}&limit=2`)
    expect([status, body.page.after]).toEqual([200, 2])
    expect(body.events).toEqual(whole.events.slice(2, 4))
  }
  const ids = whole.events.map((entry: LogEntry) => entry.eventId)
  expect(ids.toSorted()).toEqual(ids)
})

test('the log is entered with the first event of a moment or later', async () => {
  const { body: whole } = await merchant.get(path)
  const { eventTs } = whole.events[2] as LogEntry
  const first = whole.events.findIndex((entry: LogEntry) => entry.eventTs >= eventTs)
  const { body } = await merchant.get(`${path}?after=${eventTs}`)
  expect(body.events).toEqual(whole.events.slice(first))
  const inBerlin = encodeURIComponent('2001-01-01T01:00+01:00')
  expect((await merchant.get(`${path}?after=${inBerlin}`)).body.events).toEqual(whole.events)
  const later = await merchant.get(`${path}?after=2099-01-01T00:00:00Z`)
  expect(later.body).toMatchObject({ events: [], page: { next: whole.events.length } })
})

test.each([
  ['after=-1', "it is '-1'"],
  ['after=x', "it is 'x'"],
  ['after=2026-01-31', 'must be a log number such as 42, an event id, or a moment such as 2026-'],
  ['after=2026-01-31', "it is '2026-01-31': its time is missing"],
  ['after=2026-01-31T12:00:00+02:00', '%2B'],
  [`after=${'x'.repeat(100)}`, `it is '${'x'.repeat(80)}…' of 100 characters`],
  ['after=99999999999', 'it is 99999999999'],
  ['after=1&after=2', 'more than once'],
  ['offset=1', ''],
  ['limit=0', ''],
])('%s is answered 400, and what it is and may be', async (query, says) => {
  const { status, body } = await merchant.get(`${path}?${query}`)
  expect(status).toBe(400)
  expect(body.message).toContain(says)
})

test("reading on after an event that is not the merchant's is answered 404", async () => {
  const { status, body } = await merchant.get(`${path}?after=1BwRWHZcSwfzWg9yhKUfzB`)
  expect([status, body.code]).toEqual([404, 'EventNotFound'])
  expect(body.message).toContain("'1BwRWHZcSwfzWg9yhKUfzB'")
})

test('an event is delivered again under every key, with the same id (P7)', async () => {
  const { body } = await merchant.get(path)
  const { eventId } = body.events.at(-1)
  const again = await merchant.post(`${path}/${eventId}/redeliver`)
  expect(again.status).toBe(200)
  expect(again.body).toEqual({
    eventId,
    deliveries: [
      {
        id: expect.any(String),
        apiKey: merchant.name,
        status: 'Pending',
        outcome: 'Sending',
        waitsFor: null,
      },
    ],
  })
})

test('an unknown event is answered 404', async () => {
  const { status, body } = await merchant.post(`${path}/1BwRWHZcSwfzWg9yhKUfzB/redeliver`)
  expect([status, body.code]).toEqual([404, 'EventNotFound'])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEventRelay } from '../../src/relays/event.relay.ts'
import { setWebhookEndpoint } from '../../src/store/merchants/webhook-endpoints.ts'
import { newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'

let world: World
let relay: { stop(): Promise<void> }
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
const path = '/integration/events'

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
  await expect.poll(async () => (await merchant.get(path)).body.page.next).toBeGreaterThan(3)
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
    expect(body.page).toEqual({ after, limit: 2, next: after + body.events.length })
    read.push(...body.events)
    after = body.page.next
  }
  expect(read).toEqual(whole.events)
})

test.each(['after=-1', 'after=x', 'after=1&after=2', 'offset=1', 'limit=0'])(
  '%s is answered 400',
  async (query) => {
    expect((await merchant.get(`${path}?${query}`)).status).toBe(400)
  },
)

test('an event is delivered again under every key, with the same id', async () => {
  const { body } = await merchant.get(path)
  const { eventId } = body.events.at(-1)
  const again = await merchant.post(`${path}/${eventId}/redeliver`)
  expect(again.status).toBe(200)
  expect(again.body).toEqual({
    eventId,
    deliveries: [{ id: expect.any(String), apiKey: merchant.name, status: expect.any(String) }],
  })
})

test('an unknown event is answered 404', async () => {
  const { status, body } = await merchant.post(`${path}/1BwRWHZcSwfzWg9yhKUfzB/redeliver`)
  expect([status, body.code]).toEqual([404, 'EventNotFound'])
})

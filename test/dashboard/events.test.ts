/** The event log in the dashboard: what happened, to what, how it reached the merchant, and once more. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logEvents } from '../../src/store/event-log/event-log.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { askWorker } from '../support/ask.ts'
import { readCsv } from '../support/csv.ts'
import { createSubscription, tellActor } from './actors.ts'
import { createPayment } from './payments.ts'
import { type Dashboard, newMerchant, type Person, startDashboard } from './service.ts'

type Event = {
  eventId: string
  logNumber: number
  eventType: string
  createdAt: string
  resourceId: string
  path: string | null
  deliveries: { id: string; apiKey: string; status: string }[]
}

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let bob: Person & { merchantId: string }
let owner: Owner
let subscription: string
let unsent: number

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  bob = await newMerchant(dashboard, 'bob')
  owner = { merchantId: alice.merchantId, network: 'TestNet' }
  for (const customerId of ['carol', 'dave', 'erin'])
    await createSubscription(dashboard, owner, { customerId })
  unsent = await log()
  await alice.call('PUT', '/test/webhook-endpoint', { url: 'http://127.0.0.1:9/hooks' })
  await alice.call('POST', '/test/api-keys', { label: 'shop' })
  subscription = await createSubscription(dashboard, owner, { customerId: 'carol' })
  await createPayment(dashboard, owner)
  await log()
})
afterAll(() => dashboard.stop())

/** Logs what happened, and has the deliveries made; returns how many events there were. */
async function log(): Promise<number> {
  const [logged] = await logEvents(dashboard.database, [owner], 100)
  for (const message of logged?.messages ?? []) await askWorker(dashboard, message, 5_000)
  return logged?.events ?? 0
}

const get = async (path: string, person: Person = alice) => (await person.call('GET', path)).body
const list = async (filter: string, person: Person = alice): Promise<Event[]> =>
  (await get(`/test/events?${filter}`, person)).events
const numbers = (events: Event[]) => events.map(({ logNumber }) => logNumber)
const newestOf = async (resourceId: string) => (await list(`resourceId=${resourceId}`))[0]!

test('the newest event comes first, with what it is about and what became of its webhook', async () => {
  const events = await list('')
  expect(numbers(events)).toEqual(numbers(events).toSorted((one, other) => other - one))
  expect(events.length).toBeGreaterThan(unsent)
  const sent = await newestOf(subscription)
  expect(sent).toMatchObject({
    eventType: 'SubscriptionCreated',
    resourceKind: 'subscription',
    path: `/subscriptions/${subscription}`,
    deliveries: [{ status: 'Pending', apiKey: expect.stringMatching(/\w/) }],
  })
  expect(events.at(-1)!.deliveries).toEqual([])
})

test('the list, its totals and its export are the same events under every filter', async () => {
  const [{ createdAt }] = (await list('limit=1')) as [Event]
  const [first] = (await list('')).slice(-1) as [Event]
  const filters: [string, (count: number) => boolean][] = [
    ['', (count) => count > unsent],
    ['eventTypeIn=SubscriptionCreated', (count) => count === 4],
    ['customerId=carol', (count) => count === 2],
    [`contractAddress=${subscription.toLowerCase()}`, (count) => count === 1],
    [`createdFrom=${encodeURIComponent(createdAt)}`, (count) => count >= 1],
    [`createdTo=${encodeURIComponent(first.createdAt)}`, (count) => count === 0],
    [`eventId=${first.eventId}`, (count) => count === 1],
  ]
  for (const [filter, isRight] of filters) {
    const events = await list(filter)
    expect([filter, isRight(events.length)]).toEqual([filter, true])
    expect(await get(`/test/events/totals?${filter}`)).toEqual({
      count: events.length,
      isExact: true,
      amounts: [],
    })
    const rows = readCsv(await get(`/test/events.csv?${filter}`))
    expect(rows.map(({ logNumber }) => Number(logNumber))).toEqual(numbers(events))
    const delivered = events.map(({ deliveries }) => deliveries.length)
    expect(rows.map(({ deliveries }) => Number(deliveries))).toEqual(delivered)
  }
})

test('pages lead on by cursor, and back the same way', async () => {
  const whole = await list('')
  const first = await get('/test/events?limit=2')
  const second = await get(`/test/events?limit=2&after=${first.page.next}`)
  const third = await get(`/test/events?limit=2&after=${second.page.next}`)
  expect(first.page.previous).toBe(null)
  const seen = [first, second, third].flatMap(({ events }) => numbers(events))
  expect(seen).toEqual(numbers(whole).slice(0, 6))
  const back = await get(`/test/events?limit=2&before=${third.page.previous}`)
  expect(back.events).toEqual(second.events)
  expect(back.page).toMatchObject({ previous: second.page.previous, next: second.page.next })
  const start = await get(`/test/events?limit=2&before=${back.page.previous}`)
  expect(start.events).toEqual(first.events)
  expect(start.page).toMatchObject({ previous: null, next: first.page.next })
  const both = `after=${first.page.next}&before=${third.page.previous}`
  const refused = await alice.call('GET', `/test/events?${both}`)
  expect([refused.status, refused.body.fields[0].path]).toEqual([400, 'before'])
})

test('an event has its body, its deliveries, and is found by its id', async () => {
  const { eventId } = await newestOf(subscription)
  const event = await get(`/test/events/${eventId}`)
  expect(JSON.parse(event.body)).toMatchObject({
    eventId,
    eventType: 'SubscriptionCreated',
    subscription: { contractAddress: subscription },
  })
  expect(event).toMatchObject({ actions: ['redeliver'], deliveries: [{ eventId, attempts: 0 }] })
  expect((await get(`/test/search?q=${eventId}`)).results).toContainEqual(
    expect.objectContaining({ kind: 'event', id: eventId, path: `/events/${eventId}` }),
  )
})

test('an event of before there was an endpoint is sent when somebody asks for it', async () => {
  const [{ eventId, deliveries }] = (await list('limit=1&customerId=dave')) as [Event]
  expect(deliveries).toEqual([])
  const sent = await alice.call('POST', `/test/events/${eventId}/redeliver`, {})
  expect(sent).toMatchObject({ status: 200, body: { eventId, deliveries: [{}] } })
})

test('an event that was given up is sent again', async () => {
  const { eventId, deliveries } = await newestOf(subscription)
  const target = { kind: 'delivery', id: deliveries[0]!.id, owner } as const
  const failure = { httpStatus: 500, error: 'answered 500', durationMs: 12, jitter: 0 }
  await tellActor(dashboard, target, { type: 'delivery.attemptFailed', ...failure })
  expect((await newestOf(subscription)).deliveries[0]!.status).toBe('Retrying')
  await alice.call('POST', `/test/events/${eventId}/redeliver`, {})
  expect((await get(`/test/events/${eventId}`)).deliveries).toHaveLength(1)
})

test('somebody else has no such event, and the other network neither', async () => {
  const { eventId } = await newestOf(subscription)
  expect(await list('', bob)).toEqual([])
  for (const [person, network] of [
    [bob, 'test'],
    [alice, 'main'],
  ] as const) {
    const read = await person.call('GET', `/${network}/events/${eventId}`)
    expect([read.status, read.body.code]).toEqual([404, 'EventNotFound'])
    const sent = await person.call('POST', `/${network}/events/${eventId}/redeliver`, {})
    expect([sent.status, sent.body.code]).toEqual([404, 'EventNotFound'])
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/shared/ids.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { createDelivery, createSubscription, tellActor } from './actors.ts'
import { type Dashboard, newMerchant, type Person, startDashboard } from './service.ts'
import { addressOf } from './world.ts'

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let bob: Person & { merchantId: string }
let owner: Owner
let subscription: string

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  bob = await newMerchant(dashboard, 'bob')
  owner = { merchantId: alice.merchantId, network: 'TestNet' }
  subscription = await createSubscription(dashboard, owner, { customerId: 'carol' })
  await createSubscription(dashboard, owner, { customerId: 'carol', payer: addressOf('cc') })
  await createSubscription(dashboard, owner, { customerId: 'dave' })
})
afterAll(() => dashboard.stop())

const get = async (path: string, person: Person = alice) => (await person.call('GET', path)).body

test('subscriptions are found by customer, payer and status', async () => {
  const { subscriptions, page } = await get('/test/subscriptions?customerId=carol')
  expect(subscriptions).toHaveLength(2)
  expect(page).toMatchObject({ limit: 50, offset: 0, total: 2 })
  const payer = addressOf('cc').toLowerCase()
  expect((await get(`/test/subscriptions?payer=${payer}`)).subscriptions).toHaveLength(1)
  expect((await get('/test/subscriptions?statusIn=Active,Paused')).subscriptions).toEqual([])
  expect((await get('/test/subscriptions?statusIn=Draft&limit=1')).page.total).toBe(3)
})

test('a subscription is read and cancelled by its merchant only', async () => {
  const path = `/test/subscriptions/${subscription.toLowerCase()}`
  expect(await get(path)).toMatchObject({ contractAddress: subscription, status: 'Draft' })
  expect((await bob.call('POST', `${path}/cancel`, {})).body.code).toBe('SubscriptionNotFound')
  expect((await alice.call('POST', `${path}/pause`, {})).body).toMatchObject({
    code: 'CommandNotAllowed',
    state: 'Draft',
  })
  const cancelled = await alice.call('POST', `${path}/cancel`, {})
  expect(cancelled.status).toBe(200)
  expect(cancelled.body.status).not.toBe('Draft')
  const { entries } = await get(`${path}/history`)
  expect(entries[0]).toMatchObject({
    event: 'subscription.cancel',
    cause: { type: 'command', command: 'subscription.cancel', by: 'merchant' },
  })
})

test('a subscription that waits shows which timer fires next', async () => {
  const other = await createSubscription(dashboard, owner, { customerId: 'erin' })
  const { timers, status } = await get(`/test/subscriptions/${other}/history`)
  expect(status).toBe('Draft')
  expect(timers.length).toBeGreaterThan(0)
  expect(Date.parse(timers[0].dueAt)).toBeGreaterThan(0)
})

test('customers are the people behind the subscriptions', async () => {
  const { customers } = await get('/test/customers?customerId=carol')
  expect(customers).toEqual([
    {
      customerId: 'carol',
      hasAccess: false,
      accessUntil: null,
      subscriptionCount: 2,
      activeSubscriptionCount: 0,
      payers: [addressOf('bb'), addressOf('cc')].sort(),
      firstSeenAt: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ])
  expect((await get('/test/customers?limit=1')).page.total).toBe(3)
  expect((await get('/test/customers', bob)).customers).toEqual([])
})

test('a delivery shows what was sent, how it was answered, and is sent again', async () => {
  const id = await createDelivery(dashboard, owner, {
    eventId: newId(dashboard.clock.now()),
    sequence: 1,
  })
  const target = { kind: 'delivery', id, owner } as const
  const failure = { type: 'delivery.attemptFailed', error: 'answered 500', durationMs: 12 }
  await tellActor(dashboard, target, { ...failure, httpStatus: 500, jitter: 0 })

  expect((await get('/test/deliveries?statusIn=Retrying')).deliveries).toEqual([
    expect.objectContaining({ id, attempts: 1, actions: ['resend'] }),
  ])
  expect(await get(`/test/deliveries/${id}`)).toMatchObject({
    status: 'Retrying',
    lastAttempt: { httpStatus: 500, error: 'answered 500', durationMs: 12 },
    body: null,
  })
  expect((await bob.call('POST', `/test/deliveries/${id}/resend`, {})).status).toBe(404)
  expect((await alice.call('POST', `/test/deliveries/${id}/resend`, {})).body.status).toBe(
    'Pending',
  )
})

test('an anomaly is recorded and shown to its merchant only', async () => {
  await dashboard.database.pool.query(
    `insert into anomaly (message_id, kind, entity_id, merchant_id, network, event, state, reason, at)
     values ('m1', 'subscription', $1, $2, 'TestNet', '{"type":"chain.charged"}', 'Draft', 'why', now())`,
    [subscription, alice.merchantId],
  )
  expect((await get('/test/anomalies?open=true')).anomalies).toEqual([
    {
      messageId: 'm1',
      kind: 'subscription',
      entityId: subscription,
      event: { type: 'chain.charged' },
      state: 'Draft',
      reason: 'why',
      at: expect.any(String),
      resolvedAt: null,
    },
  ])
  expect((await get('/test/anomalies?open=false')).anomalies).toEqual([])
  expect((await get('/test/anomalies', bob)).anomalies).toEqual([])
})

test('a subscription whose allowance runs out is at risk', async () => {
  const id = await createSubscription(dashboard, owner, { customerId: 'frank' })
  const target = { kind: 'subscription', id, owner } as const
  const funds = { type: 'chain.fundsSeen', balance: '10000000', position: 1_000_000 }
  await tellActor(dashboard, target, { ...funds, allowance: '10000000' })
  expect((await get(`/test/subscriptions/${id}`)).status).toBe('Pending')
  expect((await get('/test/at-risk')).subscriptions).toEqual([])

  const charged = {
    type: 'chain.charged',
    period: 1,
    nextChargeAt: new Date(dashboard.clock.now().getTime() + 86_400_000).toISOString(),
    chargedAt: dashboard.clock.now().toISOString(),
    allowance: '0',
    transactionHash: `0x${'ab'.repeat(32)}`,
    position: 2_000_000,
  }
  await tellActor(dashboard, target, charged)
  const { subscriptions } = await get('/test/at-risk')
  expect(subscriptions).toEqual([
    expect.objectContaining({ contractAddress: id, status: 'Active' }),
  ])
})

test.each([
  'payments',
  'exceptions',
  'subscriptions',
  'charges',
  'customers',
  'at-risk',
  'forecast/charges',
  'anomalies',
  'deliveries',
  'plans',
])('the list of %s takes no parameter that it does not know', async (list) => {
  expect((await alice.call('GET', `/test/${list}?status=Draft`)).status).toBe(400)
  expect((await alice.call('GET', `/test/${list}?limit=0`)).status).toBe(400)
  expect((await alice.call('GET', `/test/${list}?limit=2&offset=100`)).status).toBe(200)
})

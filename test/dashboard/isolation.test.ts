/** Changes something as another merchant and on the other network; `isolated-reads.test.ts` does all that reads. */
import { beforeAll, afterAll, expect, test } from 'vitest'
import { newId } from '../../src/shared/ids.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { createDelivery, createSubscription } from './actors.ts'
import { createPayment } from './payments.ts'
import { type Dashboard, newMerchant, type Person, startDashboard } from './service.ts'

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let bob: Person
/** Paths of Alice's objects on the test network, after `/test`. */
let objects: Record<string, string>

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  bob = await newMerchant(dashboard, 'bob')
  const owner: Owner = { merchantId: alice.merchantId, network: 'TestNet' }
  const plan = { name: 'Monthly', asset: 'tUSDC', amount: '1', periodDays: 31 }
  const made = await alice.call('POST', '/test/plans', plan)
  const key = await alice.call('POST', '/test/api-keys', { label: 'shop' })
  const eventId = newId(dashboard.clock.now())
  objects = {
    plan: `/plans/${made.body.id}`,
    key: `/api-keys/${key.body.name}`,
    subscription: `/subscriptions/${await createSubscription(dashboard, owner, { customerId: 'c' })}`,
    payment: `/payments/${(await createPayment(dashboard, owner)).id}`,
    delivery: `/deliveries/${await createDelivery(dashboard, owner, { eventId, sequence: 1 })}`,
  }
})
afterAll(() => dashboard.stop())

const calls = [
  ['PATCH', 'plan', '', { amount: '2' }],
  ['POST', 'plan', '/activate'],
  ['POST', 'plan', '/archive'],
  ['POST', 'plan', '/restore'],
  ['PUT', 'plan', '/public-page', { isPublic: true }],
  ['PATCH', 'key', '', { label: 'mine' }],
  ['DELETE', 'key', ''],
  ['POST', 'subscription', '/pause'],
  ['POST', 'subscription', '/unpause'],
  ['POST', 'subscription', '/cancel'],
  ['POST', 'subscription', '/activate'],
  ['POST', 'subscription', '/payer-link'],
  ['POST', 'payment', '/accept'],
  ['POST', 'payment', '/cancel'],
  ['POST', 'payment', '/sweep'],
  ['POST', 'payment', '/refunds', { amount: { value: '1', currency: 'tUSDC' } }],
  ['POST', 'delivery', '/resend'],
] as const

test.each(calls)(
  '%s of the %s%s is there for its owner only (P18)',
  async (method, object, suffix, body?) => {
    const path = `${objects[object]}${suffix}`
    const payload = body ?? (method === 'POST' ? {} : undefined)
    const ofBob = await bob.call(method, `/test${path}`, payload)
    const ofOtherNetwork = await alice.call(method, `/main${path}`, payload)
    expect([ofBob.status, ofOtherNetwork.status]).toEqual([404, 404])
  },
)

test("the answer for somebody else's object is that for one that does not exist", async () => {
  const unknown = newId(dashboard.clock.now())
  const ofAlice = objects['plan']!.split('/').at(-1)!
  const [theirs, nobodys] = await Promise.all([
    bob.call('GET', `/test/plans/${ofAlice}`),
    bob.call('GET', `/test/plans/${unknown}`),
  ])
  expect(theirs.status).toBe(nobodys.status)
  const textOf = ({ body }: typeof theirs) => JSON.stringify({ ...body, requestId: '' })
  expect(textOf(theirs).replace(ofAlice, unknown)).toBe(textOf(nobodys))
})

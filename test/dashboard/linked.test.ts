/** The dashboard lists what belongs to something, with the states of all of it on one time axis. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerActorId } from '../../src/shared/customer-actor-id.ts'
import { newId } from '../../src/shared/ids.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { settle } from '../support/settle.ts'
import { createDelivery, createSubscription, tellActor } from './actors.ts'
import { createCharge } from './charges.ts'
import { createPaid } from './payments.ts'
import { type Dashboard, newMerchant, type Person, startDashboard } from './service.ts'
import { addressOf } from './world.ts'

type OnAxis = { kind: string; id: string; status: string; spans: { status: string }[] }
type Shown = { relation: string; total: number; actors: OnAxis[] }

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let owner: Owner

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  owner = { merchantId: alice.merchantId, network: 'TestNet' }
})
afterAll(() => dashboard.stop())

async function linkedTo(path: string) {
  const { status, body } = await alice.call('GET', `/test${path}/linked`)
  expect(status).toBe(200)
  const found = body.linked.map(({ relation, total, actors }: Shown) => [
    relation,
    total,
    actors[0]?.id,
  ])
  return { body, found: Object.fromEntries(found.map((one: unknown[]) => [one[0], one.slice(1)])) }
}

test('a charge is linked to its subscription, and that to its charge', async () => {
  const charge = await createCharge(dashboard, owner)
  const target = { kind: 'charge', id: charge, owner } as const
  const failed = { type: 'charge.attemptFailed', reason: 'InsufficientBalance' }
  await tellActor(dashboard, target, failed)
  const ofCharge = await linkedTo(`/charges/${charge}`)
  const [total, contract] = ofCharge.found['subscription']
  const { planId } = (await alice.call('GET', `/test/subscriptions/${contract}`)).body
  expect(total).toBe(1)
  expect(ofCharge.body.self).toMatchObject({
    title: `Period 2 of c · ${planId}`,
    status: 'Retrying',
    spans: [{ status: 'Pending' }, { status: 'Retrying', until: null }],
  })
  const [pending, retrying] = ofCharge.body.self.spans
  expect(pending.until).toBe(retrying.from)
  const ofSubscription = await linkedTo(`/subscriptions/${contract}`)
  expect(ofSubscription.found).toEqual({ charge: [1, charge] })
  expect(ofSubscription.body.linked[0].actors[0].spans).toEqual(ofCharge.body.self.spans)
})

test('a plan that is not there is named by its id, wherever its subscription and charges are', async () => {
  const charge = await createCharge(dashboard, owner)
  const listed = (await alice.call('GET', '/test/charges')).body.charges
  const { contractAddress, planName } = listed.find(({ id }: { id: string }) => id === charge)
  const { body } = await alice.call('GET', `/test/subscriptions/${contractAddress}`)
  const { results } = (await alice.call('GET', `/test/search?q=${charge}`)).body
  expect([planName, body.planName]).toEqual([body.planId, body.planId])
  expect(results).toMatchObject([{ title: `c · ${body.planId}` }])
})

test('a charge is linked to every transaction that carried it, also in vain', async () => {
  const charge = await createCharge(dashboard, owner)
  const target = { kind: 'charge', id: charge, owner } as const
  const carriers = [await createTransaction(charge), await createTransaction(charge)]
  // Each tells the charge itself that it carries it, and would else do so between the lines below.
  await settle(dashboard)
  for (const transactionId of carriers) {
    await tellActor(dashboard, target, { type: 'charge.submitted', transactionId })
    await tellActor(dashboard, target, { type: 'charge.notProcessed', transactionId })
  }
  const { found, body } = await linkedTo(`/charges/${charge}`)
  expect(found['transaction']).toEqual([2, carriers[1]])
  const [shown] = body.linked.filter(({ relation }: Shown) => relation === 'transaction')
  expect(shown.actors.map(({ id }: OnAxis) => id)).toEqual(carriers.toReversed())
  const carried = await linkedTo(`/transactions/${carriers[0]}`)
  expect(carried.found['item']).toEqual([1, charge])
})

async function createTransaction(charge: string): Promise<string> {
  const id = newId(dashboard.clock.now())
  const items = [{ kind: 'charge', id: charge, contractAddress: addressOf('cc') }]
  const sent = { wallet: addressOf('0a'), purpose: 'charge', to: addressOf('fa'), data: '0x' }
  const input = { id, ...owner, blockchain: 'LocalTestNet', ...sent, gasLimit: '1', items }
  const target = { kind: 'transaction', id, owner } as const
  await tellActor(dashboard, target, { type: 'transaction.create', input })
  return id
}

test('a customer is linked to all subscriptions under its name, the newest twenty of them', async () => {
  const customerId = 'many'
  for (let made = 0; made < 21; made++) await createSubscription(dashboard, owner, { customerId })
  const id = customerActorId(owner, customerId)
  const input = { id, ...owner, customerId, createdAt: dashboard.clock.now().toISOString() }
  await tellActor(dashboard, { kind: 'customer', id, owner }, { type: 'customer.create', input })
  const { body } = await linkedTo(`/customers/${customerId}`)
  expect(body.linked[0]).toMatchObject({ relation: 'subscription', total: 21 })
  expect(body.linked[0].actors).toHaveLength(20)
})

test('a customer who never had access is explained by the draft, and has no turn yet', async () => {
  const mine = await createSubscription(dashboard, owner, { customerId: 'unborn' })
  const { found } = await linkedTo('/customers/unborn')
  expect(found).toEqual({ subscription: [1, mine] })
  const { body } = await alice.call('GET', '/test/customers/unborn/explain')
  expect(body.explanation).toMatchObject({ about: 'End', reason: 'NotActivated', turn: 0 })
  const turns = await alice.call('GET', '/test/customers/unborn/turns')
  expect(turns.body).toMatchObject({ turns: [], page: { total: 0 } })
  for (const path of ['turns/1', 'diagram.svg'])
    expect((await alice.call('GET', `/test/customers/unborn/${path}`)).status).toBe(404)
  expect((await alice.call('GET', '/test/customers/nobody/explain')).status).toBe(404)
})

test('a delivery is linked to what it tells of', async () => {
  const eventId = newId(dashboard.clock.now())
  const id = await createDelivery(dashboard, owner, { eventId, sequence: 1 })
  const { body } = await linkedTo(`/deliveries/${id}`)
  // Its plan is of nobody here.
  expect(body.linked).toEqual([])
  expect(body.self.title).toBe('PlanStatusChanged, by test_key')
})

test('a payment shows what came to its address beside its states', async () => {
  const { id } = await createPaid(dashboard, owner, { inTime: 10_000_000 })
  const { body } = await linkedTo(`/payments/${id}`)
  expect(body.self.spans.map(({ status }: { status: string }) => status)).toEqual([
    'Created',
    'Succeeded',
  ])
  expect(body.deposits).toEqual([])
})

test('what belongs to another merchant is not linked, also where it has the same name', async () => {
  const bob = await newMerchant(dashboard, 'bob')
  const ofBob: Owner = { merchantId: bob.merchantId, network: 'TestNet' }
  const customerId = 'shared-name'
  await createSubscription(dashboard, ofBob, { customerId })
  const mine = await createSubscription(dashboard, owner, { customerId })
  const id = customerActorId(owner, customerId)
  const input = { id, ...owner, customerId, createdAt: dashboard.clock.now().toISOString() }
  await tellActor(dashboard, { kind: 'customer', id, owner }, { type: 'customer.create', input })
  const { found } = await linkedTo(`/customers/${customerId}`)
  expect(found).toEqual({ subscription: [1, mine] })
})

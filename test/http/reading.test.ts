/** A merchant reads without the dashboard: assets, one of each thing, and lists by every filter. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/shared/ids.ts'
import { startEventRelay } from '../../src/relays/event.relay.ts'
import { tellActor } from '../dashboard/actors.ts'
import { addressOf, directory } from '../dashboard/world.ts'
import { settle } from '../support/settle.ts'
import { newPayment, newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'

let world: World
let relay: { stop(): Promise<void> }
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
/** The first is ada's and has two charges; the second is bob's and has one. */
let contracts: string[]
let charges: string[]
const hash = `0x${'ab'.repeat(32)}`
const firstOfJanuary = '2026-01-01T00:00:00.000Z'
const firstOfFebruary = '2026-02-01T00:00:00.000Z'

beforeAll(async () => {
  world = await startWorld()
  relay = startEventRelay(world)
  merchant = await newReadyMerchant(world)
  contracts = []
  for (const customerId of ['ada', 'bob']) {
    const metadata = `order of ${customerId}`
    const wanted = newSubscription(merchant.planId, { customerId, metadata })
    contracts.push((await merchant.post('/integration/subscriptions', wanted)).body.contractAddress)
  }
  charges = [
    await newCharge(contracts[0]!, 'ada', 1, firstOfJanuary),
    await newCharge(contracts[0]!, 'ada', 2, null),
    await newCharge(contracts[1]!, 'bob', 1, firstOfJanuary),
  ]
})
afterAll(async () => {
  await relay.stop()
  await world.stop()
})

/** Opens a charge, which was made at that moment, or is due on the first of February. */
async function newCharge(
  contractAddress: string,
  customerId: string,
  period: number,
  chargedAt: string | null,
): Promise<string> {
  const id = newId(world.clock.now())
  const input = {
    id,
    ...merchant.owner,
    contractAddress,
    customerId,
    metadata: `order of ${customerId}`,
    blockchain: 'LocalTestNet',
    asset: 'tUSDC',
    decimals: 6,
    amount: '10000000',
    number: period,
    period,
    dueAt: firstOfFebruary,
    graceUntil: '2026-02-04T00:00:00.000Z',
    isInitial: false,
    settlement: chargedAt && { transactionHash: hash, chargedAt },
    createdAt: world.clock.now().toISOString(),
  }
  const target = { kind: 'charge', id, owner: merchant.owner } as const
  await tellActor(world as never, target, { type: 'charge.create', input })
  return id
}

test('assets tell all that an approval is made of', async () => {
  const { status, body } = await merchant.get('/integration/assets')
  const chain = directory.ofNetwork('TestNet')[0]!
  expect(status).toBe(200)
  expect(
    body.assets.map(({ code, active }: { code: string; active: boolean }) => [code, active]),
  ).toEqual([
    ['tUSDC', true],
    ['tUSDT', false],
  ])
  expect(body.assets[0]).toMatchObject({
    address: chain.assets[0]!.address,
    decimals: 6,
    blockchain: 'LocalTestNet',
    chainId: 31_337,
    subscriptionFactory: chain.factory,
    permit: true,
    resetAllowance: false,
  })
  const { body: served } = await merchant.get('/integration/chains')
  expect(served.chains).toEqual([
    expect.objectContaining({ blockchain: 'LocalTestNet', chainId: 31_337, confirmations: 1 }),
  ])
})

test('one plan and one charge are read by id (S2.4-6)', async () => {
  const plan = await merchant.get(`/integration/subscription-plans/${merchant.planId}`)
  expect(plan.body).toMatchObject({ id: merchant.planId, amount: '10 tUSDC' })
  const charge = await merchant.get(`/integration/charges/${charges[0]}`)
  expect(charge.body).toMatchObject({ id: charges[0], status: 'Succeeded', transactionHash: hash })
  for (const [path, code] of [
    ['subscription-plans', 'PlanNotFound'],
    ['charges', 'ChargeNotFound'],
    ['events', 'EventNotFound'],
  ]) {
    const { status, body } = await merchant.get(`/integration/${path}/nothing`)
    expect([path, status, body.code]).toEqual([path, 404, code])
  }
})

describe('charges of all subscriptions', () => {
  test.each<[string, () => string, number[]]>([
    ['nothing', () => '', [2, 1, 0]],
    ['customer', () => 'customerId=ada', [1, 0]],
    ['subscription', () => `contractAddress=${contracts[1]!.toLowerCase()}`, [2]],
    ['plan', () => `planId=${merchant.planId}`, [2, 1, 0]],
    ['a plan without any', () => `planId=${newId(new Date())}`, []],
    ['status', () => 'statusIn=Succeeded', [2, 0]],
    ['own reference', () => 'metadata=order+of+bob', [2]],
    ['time from', () => `chargeDateFrom=${firstOfFebruary}`, [1]],
    ['time to', () => `chargeDateTo=${firstOfFebruary}`, [2, 0]],
    ['several', () => `statusIn=Succeeded&customerId=ada&chargeDateTo=${firstOfFebruary}`, [0]],
  ])('are filtered by %s, counted and summed', async (_, query, indexes) => {
    const path = `/integration/charges?${query()}&withTotal=true`
    const { body } = await merchant.get(path)
    expect(body.charges.map(({ id }: { id: string }) => charges.indexOf(id))).toEqual(indexes)
    const ends = { previous: null, next: null }
    expect(body.page).toEqual({
      limit: 50,
      offset: 0,
      total: indexes.length,
      isTotalExact: true,
      ...ends,
    })
    expect(body.amounts).toEqual(indexes.length ? [`${10 * indexes.length} tUSDC`] : [])
  })

  test('are not counted unasked', async () => {
    const { body } = await merchant.get('/integration/charges?limit=1')
    expect([body.page, body.amounts]).toEqual([
      { limit: 1, offset: 0, previous: null, next: expect.any(String) },
      undefined,
    ])
  })
})

test('subscriptions are found by plan, time and own reference, and counted', async () => {
  const [tomorrow] = [new Date(Date.now() + 86_400_000).toISOString()]
  const found = async (query: string) => {
    const { body } = await merchant.get(`/integration/subscriptions?${query}&withTotal=true`)
    const { subscriptions, page } = body
    expect(page.total).toBe(subscriptions.length)
    return subscriptions.map(({ customerId }: { customerId: string }) => customerId)
  }
  expect(await found(`planId=${merchant.planId}`)).toEqual(['bob', 'ada'])
  expect(await found(`planId=${newId(new Date())}`)).toEqual([])
  expect(await found('metadata=order%20of%20ada')).toEqual(['ada'])
  expect(await found('metadata=order')).toEqual([])
  expect(await found(`createdFrom=${tomorrow}`)).toEqual([])
  expect(await found(`createdFrom=${firstOfJanuary}&createdTo=${tomorrow}`)).toEqual(['bob', 'ada'])
})

test('payments are found by own reference and time, and counted', async () => {
  const metadata = [
    { order: 4711, shop: 'Kraków' },
    { order: 4712 },
    'order 4713',
    { order: '4711' },
  ]
  const ids: string[] = []
  for (const one of metadata) {
    const { body } = await merchant.post('/integration/payments', newPayment({ metadata: one }))
    ids.push(body.payment.id)
  }
  const found = async (query: string) => {
    const { body } = await merchant.get(`/integration/payments?${query}&withTotal=true`)
    const { payments, page } = body
    expect(page.total).toBe(payments.length)
    return payments.map(({ id }: { id: string }) => ids.indexOf(id))
  }
  const withMetadata = (text: string) => found(`metadata=${encodeURIComponent(text)}`)
  expect(await withMetadata('{"order":4711}')).toEqual([0])
  expect(await withMetadata('{"order":"4711"}')).toEqual([3])
  expect(await withMetadata('{"shop":"Kraków","order":4711}')).toEqual([0])
  expect(await withMetadata('order 4713')).toEqual([2])
  expect(await withMetadata('order')).toEqual([])
  expect(await withMetadata('{"order"')).toEqual([])
  expect(await found(`createdTo=${firstOfJanuary}`)).toEqual([])
  const refused = await merchant.get(
    `/integration/payments?metadata=${encodeURIComponent(String.raw`{"a":"\u0000"}`)}`,
  )
  expect([refused.status, refused.body.fields[0].path]).toEqual([400, 'metadata'])
})

test('events are found by type, resource, subscription, customer, plan and time, and read one by one', async () => {
  const path = '/integration/events'
  await settle(world)
  expect((await merchant.get(path)).body.events.length).toBeGreaterThan(9)
  const found = async (query: string) => {
    const { body } = await merchant.get(`${path}?${query}`)
    return body.events.map((event: { eventType: string }) => event.eventType)
  }
  const ofBob = [
    'SubscriptionCreated',
    'SubscriptionChargeCreated',
    'SubscriptionChargeStatusChanged',
  ]
  expect(await found('customerId=bob')).toEqual(ofBob)
  expect(await found(`contractAddress=${contracts[1]}`)).toEqual(ofBob)
  expect(await found(`resourceId=${charges[2]}`)).toEqual(ofBob.slice(1))
  expect(await found(`customerId=bob&eventTypeIn=SubscriptionCreated,PaymentCreated`)).toEqual(
    ofBob.slice(0, 1),
  )
  expect(await found(`planId=${merchant.planId}`)).toHaveLength(8)
  expect(await found(`before=${firstOfJanuary}`)).toEqual([])
  const { body } = await merchant.get(`${path}?customerId=bob&limit=1`)
  const one = await merchant.get(`${path}/${body.events[0].eventId}`)
  expect([one.status, one.body]).toEqual([200, body.events[0]])
})

test('the metadata of a subscription is in the events of it and of its charges (S6-6)', async () => {
  const path = '/integration/events?customerId=bob'
  await settle(world)
  expect((await merchant.get(path)).body.events.length).toBe(3)
  const { body } = await merchant.get(path)
  const told = body.events.map(
    ({ subscription, charge }: Record<string, { metadata: string }>) =>
      (subscription ?? charge)!.metadata,
  )
  expect(told).toEqual(Array(3).fill('order of bob'))
})

test.each([
  ['charges?planId=', 'planId'],
  ['charges?withTotal=yes', 'withTotal'],
  ['charges?chargeDateFrom=yesterday', 'chargeDateFrom'],
  ['charges?contractAddress=0x1', 'contractAddress'],
  ['subscriptions?createdFrom=2026-01-01', 'createdFrom'],
  ['payments?createdTo=5', 'createdTo'],
  ['events?eventTypeIn=Everything', 'eventTypeIn.0'],
  ['events?from=1', 'from'],
  ['charges?payer=' + addressOf('ab'), 'payer'],
])('%s is refused by the name of the parameter', async (query, parameter) => {
  const { status, body } = await merchant.get(`/integration/${query}`)
  expect([status, body.fields[0].path]).toEqual([400, parameter])
})

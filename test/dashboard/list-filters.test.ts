/** Filters of lists: the list, its pages by cursor, and its totals mean the same rows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/shared/ids.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { readCsv } from '../support/csv.ts'
import { settle } from '../support/settle.ts'
import { createDelivery, createSubscription, tellActor } from './actors.ts'
import { createPayment } from './payments.ts'
import { type Dashboard, newMerchant, type Person, startDashboard } from './service.ts'
import { addressOf } from './world.ts'

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let bob: Person & { merchantId: string }
let owner: Owner
const planIds: Record<string, string> = {}

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  bob = await newMerchant(dashboard, 'bob')
  owner = { merchantId: alice.merchantId, network: 'TestNet' }
  for (const [name, tags, amount] of [
    ['Small', ['small', 'web'], '1.5'],
    ['Large', ['large'], '20'],
  ] as const) {
    const plan = { name, asset: 'tUSDC', amount, periodDays: 31, tags }
    planIds[name] = (await alice.call('POST', '/test/plans', plan)).body.id
  }
  for (const [customerId, planId, amount, payer] of [
    ['carol', 'Small', '1500000', 'bb'],
    ['carol', 'Large', '20000000', 'cc'],
    ['dave', 'Small', '1500000', 'bb'],
    ['erin', 'Large', '20000000', 'dd'],
  ] as const)
    await createSubscription(dashboard, owner, {
      customerId,
      payer: addressOf(payer),
      planId: planIds[planId]!,
      amount,
      metadata: `order of ${customerId}`,
    })
  await createPayment(dashboard, owner)
  const eventId = newId(dashboard.clock.now())
  await createDelivery(dashboard, owner, { eventId, sequence: 1 })
})
afterAll(() => dashboard.stop())

const get = async (path: string, person: Person = alice) => (await person.call('GET', path)).body

describe('subscriptions', () => {
  test.each([
    ['', 4, ['43 tUSDC']],
    ['customerId=carol', 2, ['21.5 tUSDC']],
    ['tags=small', 2, ['3 tUSDC']],
    ['tags=large,web', 4, ['43 tUSDC']],
    ['tags=none', 0, []],
    ['amountFrom=1.5&amountTo=19.99', 2, ['3 tUSDC']],
    ['amountFrom=1.500001', 2, ['40 tUSDC']],
    ['asset=tUSDT', 0, []],
    ['words=ORDER%20of%20erin', 1, ['20 tUSDC']],
    ['statusIn=Draft&atRisk=false', 4, ['43 tUSDC']],
    ['atRisk=true', 0, []],
    ['reasonIn=GraceExpired', 0, []],
    ['createdTo=2001-01-01T00:00Z', 0, []],
    ['createdFrom=2001-01-01T00:00Z', 4, ['43 tUSDC']],
    ['nextChargeTo=2001-01-01T00:00Z', 0, []],
  ])('by %s are %s', async (filter, count, amounts) => {
    const list = await get(`/test/subscriptions?${filter}`)
    expect(list.page.total).toBe(count)
    expect(list.subscriptions).toHaveLength(count)
    expect(await get(`/test/subscriptions/totals?${filter}`)).toMatchObject({
      count,
      isExact: true,
      amounts,
    })
  })

  test('by plan are those of the plan', async () => {
    expect(await get(`/test/subscriptions/totals?planId=${planIds['Large']}`)).toMatchObject({
      count: 2,
      isExact: true,
      amounts: ['40 tUSDC'],
    })
  })

  test('of another merchant or network are not in the totals', async () => {
    const nothing = { count: 0, isExact: true, amounts: [], monthly: [] }
    expect(await get('/test/subscriptions/totals', bob)).toEqual(nothing)
    expect(await get('/main/subscriptions/totals')).toEqual(nothing)
    expect(await get('/test/subscriptions/totals?tags=small', bob)).toEqual(nothing)
  })
})

test('pages by cursor hold every row once, also while rows come', async () => {
  const whole = (await get('/test/subscriptions')).subscriptions
  const first = await get('/test/subscriptions?limit=3')
  await createSubscription(dashboard, owner, { customerId: 'newer' })
  const second = await get(`/test/subscriptions?limit=3&after=${first.page.next}&withTotal=false`)
  expect([...first.subscriptions, ...second.subscriptions]).toEqual(whole)
  expect(second.page).toMatchObject({ limit: 3, offset: 0, next: null })
  const back = await get(`/test/subscriptions?limit=3&before=${second.page.previous}`)
  expect(back.subscriptions).toEqual(first.subscriptions)
  const newest = await get(`/test/subscriptions?limit=3&before=${back.page.previous}`)
  expect(newest.subscriptions.map(({ customerId }: { customerId: string }) => customerId)).toEqual([
    'newer',
  ])
  expect(newest.page.previous).toBe(null)
})

test.each(['x', '', 'MjAyNg', Buffer.from('2026-99-99T00:00:00.000000Z a').toString('base64url')])(
  'the cursor %s is refused, and said to be none',
  async (after) => {
    const { status, body } = await alice.call('GET', `/test/charges?after=${after}`)
    expect(status).toBe(400)
    expect(body.fields[0].path).toBe('after')
  },
)

test.each([
  ['subscriptions', 'amountFrom=1e5'],
  ['charges', 'amountTo=-1'],
  ['plans', 'createdFrom=yesterday'],
  ['payments', 'reasonIn=Nonsense'],
  ['deliveries', 'apiKey=a&apiKey=b'],
  ['customers', 'asset=tUSDC'],
  ['exceptions', 'statusIn=Created'],
])('a filter of %s that means nothing is refused: %s', async (list, filter) => {
  for (const path of [`/test/${list}?${filter}`, `/test/${list}/totals?${filter}`])
    expect((await alice.call('GET', path)).status).toBe(400)
})

test('customers stand where their newest subscription that matches stands', async () => {
  const names = async (filter: string) =>
    (await get(`/test/customers?${filter}`)).customers.map(
      ({ customerId }: { customerId: string }) => customerId,
    )
  expect(await names(`planId=${planIds['Large']}`)).toEqual(['erin', 'carol'])
  expect(await names('tags=small')).toEqual(['dave', 'carol'])
  expect(await names(`payer=${addressOf('bb')}&statusIn=Draft&limit=1`)).toEqual(['newer'])
  expect((await get('/test/customers/totals?tags=small')).count).toBe(2)
})

test('charges are found by the plan, payer and tags of their subscription', async () => {
  const id = await createSubscription(dashboard, owner, {
    customerId: 'frank',
    payer: addressOf('ee'),
    planId: planIds['Small']!,
    amount: '1500000',
  })
  const target = { kind: 'subscription', id, owner } as const
  const funds = { type: 'chain.fundsSeen', balance: '10000000', position: 1_000_000 }
  await tellActor(dashboard, target, { ...funds, allowance: '10000000' })
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
  await settle(dashboard)
  const one = { count: 1, isExact: true, amounts: ['1.5 tUSDC'], paid: ['1.5 tUSDC'] }
  expect(await get(`/test/charges/totals?payer=${addressOf('ee')}`)).toEqual(one)
  expect(
    await get('/test/charges/totals?tags=web&amountFrom=1&chargeDateFrom=2001-01-01T00:00Z'),
  ).toEqual(one)
  expect(await get(`/test/charges/totals?planId=${planIds['Small']}`)).toEqual(one)
  const [exported] = readCsv(await get(`/test/charges.csv?payer=${addressOf('ee')}`))
  expect(exported).toMatchObject({ planId: planIds['Small'], planName: 'Small' })
  expect((await get('/test/charges/totals?tags=large')).count).toBe(0)
  expect((await get(`/test/subscriptions/totals?atRisk=true`)).count).toBe(1)
  // Each says of itself what the filter says of it.
  for (const atRisk of [true, false]) {
    const { subscriptions } = await get(`/test/subscriptions?atRisk=${atRisk}`)
    expect(subscriptions.length).toBeGreaterThan(0)
    expect(subscriptions.every((one: { atRisk: boolean }) => one.atRisk === atRisk)).toBe(true)
  }
})

test('payments, plans and deliveries are counted by their filters', async () => {
  expect(await get('/test/plans/totals?tags=web,none')).toEqual({
    count: 1,
    isExact: true,
    amounts: [],
  })
  expect((await get('/test/plans?amountTo=2')).plans).toHaveLength(1)
  expect((await get('/test/deliveries/totals?apiKey=test_key')).count).toBe(1)
  const payments = await get('/test/payments/totals?statusIn=Created&expiresFrom=2001-01-01T00:00Z')
  expect(payments.count).toBe(1)
  expect((await get('/test/payments/totals?reasonIn=NotPaid,TakenBack')).count).toBe(0)
  expect((await get('/test/exceptions/totals')).count).toBe(0)
})

test('the latest hours are those before now, by the clock of the network', async () => {
  const latest = async (span: string) => ({
    listed: (await get(`/test/payments?createdWithin=${span}`)).page.total,
    summed: (await get(`/test/payments/totals?createdWithin=${span}`)).count,
    exported:
      String(await get(`/test/payments.csv?createdWithin=${span}`)).split('\r\n').length - 2,
  })
  expect(await latest('15m')).toEqual({ listed: 1, summed: 1, exported: 1 })
  dashboard.clock.setTestOffset(3_600_000)
  expect(await latest('1h')).toEqual({ listed: 0, summed: 0, exported: 0 })
  expect(await latest('4h')).toEqual({ listed: 1, summed: 1, exported: 1 })
  const both = 'createdWithin=4h&createdFrom=2999-01-01T00:00Z'
  expect((await get(`/test/payments?${both}`)).page.total).toBe(0)
  const refused = await alice.call('GET', '/test/payments?createdWithin=2h')
  expect(refused.status).toBe(400)
  expect(JSON.stringify(refused.body)).toContain('createdWithin')
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SubscriptionResource } from '../../src/core/resources/subscription.ts'
import { addressOf } from '../dashboard/world.ts'
import { newPlan, newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
})
afterAll(() => world.stop())

describe('plans', () => {
  const path = '/integration/subscription-plans'

  test('are listed with the fields of the specification (S1-10, S2.2-1, S2.2-2, S2.2-3, S2.2-4, S2.2-5, S2.2-6, S4.2-1, S4.2-5, S8-4)', async () => {
    const { status, body } = await merchant.get(`${path}?statusIn=Active`)
    expect(status).toBe(200)
    expect(body.page).toEqual({ limit: 50, offset: 0, previous: null, next: null })
    expect(body.plans).toEqual([
      {
        id: merchant.planId,
        name: 'Premium',
        description: 'All of it',
        status: 'Active',
        amount: '10 tUSDC',
        asset: 'tUSDC',
        blockchain: 'LocalTestNet',
        periodSeconds: 31 * 24 * 60 * 60,
        gracePeriodSeconds: 3 * 24 * 60 * 60,
        tags: ['monthly'],
        createdAt: expect.stringMatching(/Z$/),
      },
    ])
  })

  test('are filtered by statuses with commas, repeats, both, or none (S2.2-7, S4.2-2, S4.2-3, S4.2-4, S8-5)', async () => {
    const draft = await newPlan(world, merchant.owner, 'Draft')
    const archived = await newPlan(world, merchant.owner, 'Archived')
    const idsOf = async (query: string) =>
      (await merchant.get(`${path}?${query}`)).body.plans.map(({ id }: { id: string }) => id)
    expect(await idsOf('statusIn=Draft,Archived')).toEqual([archived, draft])
    expect(await idsOf('statusIn=Draft&statusIn=Archived')).toEqual([archived, draft])
    expect(await idsOf('statusIn[]=Draft&statusIn[]=Archived')).toEqual([archived, draft])
    expect(await idsOf('statusIn[0]=Draft&statusIn%5B1%5D=Archived')).toEqual([archived, draft])
    expect(await idsOf('statusIn=Draft%2CActive&statusIn=Draft')).toEqual([draft, merchant.planId])
    expect(await idsOf('statusIn=')).toHaveLength(3)
    expect(await idsOf('limit=1&offset=1')).toEqual([draft])
    expect((await merchant.get(`${path}?limit=1&offset=1`)).body.page).toEqual({
      limit: 1,
      offset: 1,
      previous: expect.any(String),
      next: expect.any(String),
    })
  })

  test.each(['statusIn=Gone', 'limit=1.5', 'limit=many', 'offset=-1', 'offset=a', 'planId=1'])(
    'are not listed by %s, which is refused by the name of the parameter (S4.2-2, S4.2-3, S4.2-4, S8-3)',
    async (query) => {
      const { status, body } = await merchant.get(`${path}?${query}`)
      expect([status, body.code]).toEqual([400, 'BadRequest'])
      expect(body.fields[0].path).toMatch(new RegExp(`^${query.split('=')[0]}`))
    },
  )
})

describe('subscriptions', () => {
  const path = '/integration/subscriptions'
  let contracts: string[]

  beforeAll(async () => {
    contracts = []
    for (const customerId of ['a b', 'a b', 'c+d']) {
      const payer = addressOf(customerId === 'c+d' ? 'c1' : 'a1')
      const body = newSubscription(merchant.planId, { customerId, payer })
      contracts.push((await merchant.post(path, body)).body.contractAddress)
    }
  })

  const found = async (query: string) => {
    const { body } = await merchant.get(`${path}?${query}`)
    return body.subscriptions.map((it: { contractAddress: string }) => it.contractAddress)
  }

  test('are listed the newest first, and say which page it is (S2.6-1, S4.4-5, S4.4-6, S4.4-7, S8-5)', async () => {
    const { body } = await merchant.get(`${path}?limit=2&offset=1`)
    expect(body.page).toEqual({ limit: 2, offset: 1, previous: expect.any(String), next: null })
    expect(body.subscriptions.map((it: { contractAddress: string }) => it.contractAddress)).toEqual(
      contracts.toReversed().slice(1),
    )
    for (const one of body.subscriptions) expect(SubscriptionResource.parse(one)).toEqual(one)
  })

  test.each([
    ['customerId=a%20b', [1, 0]],
    ['customerId=a+b', [1, 0]],
    ['customerId=c%2Bd', [2]],
    ['customerId=nobody', []],
    [`payer=${addressOf('c1').toLowerCase()}`, [2]],
    [`payer=${addressOf('c1').toUpperCase()}`, [2]],
    ['statusIn=Draft,Active', [2, 1, 0]],
    ['statusIn=Paused', []],
    [`customerId=a%20b&payer=${addressOf('c1')}`, []],
  ])('are filtered by %s (S4.4-1, S4.4-2, S4.4-3, S4.4-4)', async (query, indexes) => {
    expect(await found(query)).toEqual(indexes.map((index) => contracts[index]))
  })

  test('are read by address in any letter case, with their charges', async () => {
    for (const spelled of [
      contracts[0]!,
      contracts[0]!.toLowerCase(),
      contracts[0]!.toUpperCase(),
    ]) {
      const { status, body } = await merchant.get(`${path}/${spelled}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ contractAddress: contracts[0], charges: [] })
    }
    const { body } = await merchant.get(`${path}/${contracts[0]}/charges?limit=7`)
    const page = { limit: 7, offset: 0, previous: null, next: null }
    expect(body).toEqual({ charges: [], page })
  })

  test('at an unknown address are answered 404', async () => {
    for (const suffix of ['', '/charges']) {
      const { status, body } = await merchant.get(`${path}/${addressOf('99')}${suffix}`)
      expect([status, body.code]).toEqual([404, 'SubscriptionNotFound'])
    }
  })
})

test('every call gives another customer token (S2.5-1, S4.5-1, S4.5-2)', async () => {
  const ask = () =>
    merchant.post('/integration/subscriptions/create-customer-token', { customerId: 'c' })
  const [first, second] = [await ask(), await ask()]
  expect(first.body).toEqual({
    token: expect.stringMatching(/^[\w-]{43}$/),
    may: 'manage',
    expiresAt: expect.any(String),
  })
  expect(second.body.token).not.toBe(first.body.token)
})

test('a customer of any name that a subscription takes is found by it (S4.3-4)', async () => {
  const names = ['c'.repeat(255), 'é'.repeat(255), '😀'.repeat(127), 'a/b', 'a%2Fb', 'a?b#c', '...']
  for (const customerId of names) {
    const created = newSubscription(merchant.planId, { customerId })
    expect((await merchant.post('/integration/subscriptions', created)).status).toBe(201)
    const { body } = await merchant.get(`/integration/customers/${encodeURIComponent(customerId)}`)
    expect(body.customer).toMatchObject({ customerId, reason: 'NotActivated' })
  }
})

test.each(['payments', 'subscriptions', 'charges', 'subscription-plans', 'customers'])(
  'how many %s there are is told on request, with a page of one and beyond the last',
  async (list) => {
    const total = async (query: string) =>
      (await merchant.get(`/integration/${list}?${query}`)).body.page.total
    const all = await total('withTotal=true&limit=1000')
    expect(all).toBeGreaterThanOrEqual(0)
    expect(await total('withTotal=true&limit=1')).toBe(all)
    expect(await total('withTotal=true&offset=5000')).toBe(all)
    expect(await total('limit=1')).toBeUndefined()
  },
)

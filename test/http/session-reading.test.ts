/** A customer reads their subscriptions in the session API, without what is not theirs to know. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { predictContractAddress } from '../../src/shared/addresses/contract-address.ts'
import { setAssetActive } from '../../src/store/merchants/assets.ts'
import { addressOf } from '../dashboard/world.ts'
import { openSession, type Session } from './sessions.ts'
import {
  newPlan,
  newReadyMerchant,
  newSubscription,
  receiver,
  startWorld,
  type World,
} from './world.ts'

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
let session: Session
const tokenPath = '/integration/subscriptions/create-customer-token'

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
  session = await openSession(world, merchant)
})
afterAll(() => world.stop())

describe('a token', () => {
  test('says whose session it is, what it may do, and until when (S1-21)', async () => {
    const before = Date.now()
    const { status, headers, body } = await session.get('/session')
    expect(status).toBe(200)
    expect(headers.get('ratelimit')).toMatch(/^"customer";r=\d+;t=1$/)
    expect(body).toMatchObject({
      customerId: 'customer-42',
      merchantName: 'A shop',
      network: 'TestNet',
      may: 'manage',
      returnHosts: [],
    })
    const leftMs = Date.parse(body.expiresAt) - before
    expect(leftMs).toBeGreaterThan(59 * 60_000)
    expect(leftMs).toBeLessThanOrEqual(60 * 60_000 + 1_000)
  })

  test('lives as long as was asked for, and may what was asked for', async () => {
    const wish = { expiresInSeconds: 30 * 24 * 60 * 60, may: 'leave' } as const
    const { body } = await merchant.post(tokenPath, { customerId: 'c', ...wish })
    expect(body.may).toBe('leave')
    expect(Date.parse(body.expiresAt) - Date.now()).toBeGreaterThan(29.9 * 24 * 60 * 60_000)
  })

  test.each([
    { expiresInSeconds: 59 },
    { expiresInSeconds: 30 * 24 * 60 * 60 + 1 },
    { may: 'all' },
    { customerId: undefined },
    { customerId: 7 },
    { customerId: '' },
  ])('is not given for %j (S4.5-1)', async (wish) => {
    const { status, body } = await merchant.post(tokenPath, { customerId: 'c', ...wish })
    expect([status, body.fields[0].path]).toEqual([400, Object.keys(wish)[0]])
  })
})

describe('plans', () => {
  test('of an asset that is switched off are not on offer, and say why', async () => {
    const own = await newReadyMerchant(world)
    const shop = await openSession(world, own)
    await setAssetActive(world, own.owner, 'tUSDC', false)
    expect((await shop.get('/session/plans')).body.plans).toEqual([])
    const { status, body } = await shop.get(`/session/plans/${own.planId}`)
    expect([status, body.code]).toEqual([409, 'MerchantNotReady'])
    expect(body.message).toContain('A shop does not take tUSDC now')
    expect(body).not.toHaveProperty('missing')
    await setAssetActive(world, own.owner, 'tUSDC', true)
    expect((await shop.get('/session/plans')).body.plans).toHaveLength(1)
  })

  test('are those on offer, with what a wallet needs to know', async () => {
    await newPlan(world, merchant.owner, 'Draft')
    await newPlan(world, merchant.owner, 'Archived')
    const { body } = await session.get('/session/plans')
    expect(body.plans).toHaveLength(1)
    expect(body.plans[0]).toMatchObject({
      id: merchant.planId,
      amount: '10 tUSDC',
      graceSeconds: 3 * 24 * 60 * 60,
      receiver,
      token: { code: 'tUSDC', symbol: 'USDC', decimals: 6, resetAllowance: false },
      chain: { name: 'LocalTestNet', chainId: 31_337 },
    })
    const read = await session.get(`/session/plans/${merchant.planId}`)
    expect(read.body).toEqual(body.plans[0])
  })

  test('of a grace of nothing are waited for as long as contracts wait', async () => {
    const own = await newReadyMerchant(world)
    const id = await newPlan(world, own.owner, 'Active', { periodDays: 2, graceDays: 0 })
    const { body } = await (await openSession(world, own)).get(`/session/plans/${id}`)
    expect([body.gracePeriodSeconds, body.graceSeconds]).toEqual([0, 12 * 60 * 60])
  })

  test('are found by one of their tags (S2.2-6)', async () => {
    const own = await newReadyMerchant(world)
    const yearly = await newPlan(world, own.owner, 'Active', { tags: ['yearly', 'gold'] })
    const shop = await openSession(world, own)
    const idsOf = async (query: string) =>
      (await shop.get(`/session/plans?${query}`)).body.plans.map(({ id }: { id: string }) => id)
    expect(await idsOf('tags=gold')).toEqual([yearly])
    expect(await idsOf('tags=gold,monthly')).toEqual([yearly, own.planId])
    expect(await idsOf('tags=gold&tags=monthly&limit=1')).toEqual([yearly])
    expect(await idsOf('tags=silver')).toEqual([])
    expect(await idsOf('tags=')).toEqual([yearly, own.planId])
  })

  test.each(['Draft', 'Archived'] as const)('that are %s are not told of', async (status) => {
    const id = await newPlan(world, merchant.owner, status)
    const { status: answered, body } = await session.get(`/session/plans/${id}`)
    expect([answered, body.code]).toEqual([404, 'PlanNotFound'])
  })
})

describe('a subscription', () => {
  const create = async (changes: Record<string, unknown> = {}) =>
    (await merchant.post('/integration/subscriptions', newSubscription(merchant.planId, changes)))
      .body

  test('is told with all that its address commits to, and without the merchant’s notes', async () => {
    const { metadata, ...created } = await create({ metadata: 'a difficult customer' })
    expect(metadata).toBe('a difficult customer')
    const path = `/session/subscriptions/${created.contractAddress}`
    const { status, body } = await session.get(path)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...created,
      plan: { id: merchant.planId, name: 'Premium', periodSeconds: 31 * 24 * 60 * 60 },
      token: { code: 'tUSDC', symbol: 'USDC', decimals: 6 },
      balance: '0 tUSDC',
      reasonSide: null,
    })
    expect(JSON.stringify(body)).not.toContain('difficult')
    const { terms, chain, factory, implementation } = body
    const { id, ...others } = terms
    expect(
      predictContractAddress(
        { factory, implementation, chainId: chain.chainId },
        { ...others, amount: BigInt(others.amount) },
        id,
      ),
    ).toBe(created.contractAddress)
    expect(terms).toMatchObject({ merchant: receiver, payer: created.payer, amount: '10000000' })
  })

  test('is in the list of its customer, the newest first, by status', async () => {
    const customerId = 'customer-of-lists'
    const own = await openSession(world, merchant, { customerId })
    const [first, second] = [await create({ customerId }), await create({ customerId })]
    await merchant.post(`/integration/subscriptions/${first.contractAddress}/cancel`)
    const addressesOf = async (query: string) =>
      (await own.get(`/session/subscriptions?${query}`)).body.subscriptions.map(
        (one: { contractAddress: string }) => one.contractAddress,
      )
    expect(await addressesOf('')).toEqual([second.contractAddress, first.contractAddress])
    expect(await addressesOf('statusIn=Cancelled')).toEqual([first.contractAddress])
    expect(await addressesOf('limit=1&offset=1')).toEqual([first.contractAddress])
    expect((await own.get('/session/subscriptions?customerId=c')).status).toBe(400)
  })

  test('offers what the session may do, and no more', async () => {
    const { contractAddress, actions } = await create()
    const path = `/session/subscriptions/${contractAddress}`
    expect((await session.get(path)).body.actions).toEqual(actions)
    const leaving = await openSession(world, merchant, { may: 'leave' })
    expect(actions).toContain('activate')
    expect((await leaving.get(path)).body.actions).toEqual(['cancel'])
  })

  test('that is not there is answered 404, with its charges', async () => {
    for (const what of ['', '/charges']) {
      const { status, body } = await session.get(`/session/subscriptions/${addressOf('77')}${what}`)
      expect([status, body.code]).toEqual([404, 'SubscriptionNotFound'])
    }
    const { contractAddress } = await create()
    const { body } = await session.get(`/session/subscriptions/${contractAddress}/charges?limit=7`)
    expect(body).toEqual({ charges: [], page: { limit: 7, offset: 0 } })
  })
})

test('a customer who asks too often is told to slow down, and nobody else is', async () => {
  const own = await openSession(world, merchant, { customerId: 'in a hurry' })
  const answers = await Promise.all(Array.from({ length: 200 }, () => own.get('/session')))
  const tooMany = answers.filter(({ status }) => status === 429)
  expect(tooMany.length).toBeGreaterThan(0)
  expect(tooMany[0]!.body.code).toBe('TooManyRequests')
  expect((await session.get('/session')).status).toBe(200)
})

test('a customer token of the demo opens nothing where a chain is real', async () => {
  const { pool } = world.database
  const shop = await newReadyMerchant(world)
  const own = await openSession(world, shop)
  await pool.query('update merchant set is_demo = true where id = $1', [shop.owner.merchantId])
  expect((await own.get('/session')).status).toBe(200)
  const chain = world.directory.chain('LocalTestNet')!
  chain.embedded = false
  const { status, body } = await own.get('/session')
  chain.embedded = true
  expect([status, body.code]).toEqual([403, 'Forbidden'])
})

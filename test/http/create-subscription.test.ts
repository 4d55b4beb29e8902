import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayMs } from '../../machines/durations.ts'
import { newId } from '../../src/shared/ids.ts'
import { setAssetActive } from '../../src/store/merchants/assets.ts'
import { ensureGasWallet, recordGasBalance } from '../../src/store/merchants/gas-wallets.ts'
import { setReceiver } from '../../src/store/merchants/receivers.ts'
import { addressOf } from '../dashboard/world.ts'
import {
  commandPlan,
  newMerchant,
  newPlan,
  newReadyMerchant,
  newSubscription,
  receiver,
  startWorld,
  type World,
} from './world.ts'

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
const path = '/integration/subscriptions'
const checksummed = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
})
afterAll(() => world.stop())

const create = (changes: Record<string, unknown> = {}) =>
  merchant.post(path, newSubscription(merchant.planId, changes))

test('a new subscription is a Draft that names its future contract (S1-11, S1-12, S2.3-1, S2.3-2, S2.3-3, S2.3-4, S2.3-5, S2.3-6, S2.3-7, S2.3-8, S2.3-9, S2.3-10, S3.2-3, S4.3-1, S4.3-9)', async () => {
  const { status, body } = await create({ metadata: 'order 7', maxPeriods: 12 })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    contractAddress: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
    planId: merchant.planId,
    customerId: 'customer-42',
    asset: 'tUSDC',
    blockchain: 'LocalTestNet',
    amount: '10 tUSDC',
    allowance: '0 tUSDC',
    payer: addressOf('ab'),
    status: 'Draft',
    maxPeriods: 12,
    chargesMade: 0,
    metadata: 'order 7',
    reason: null,
    actions: expect.arrayContaining(['activate', 'cancel']),
  })
  for (const moment of [body.createdAt, body.startFrom, body.nextChargeAt])
    expect(moment).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
})

test('a subscription without maxPeriods allows 24 charges (S2.3-14, S4.3-7, S4.3-8, S8-2)', async () => {
  expect((await create()).body).toMatchObject({ maxPeriods: 24, metadata: null })
})

test('text of a subscription in any script is stored as it is (S2.3-13, S4.3-7)', async () => {
  const metadata = '{"name":"Zoë ☕ 中文 🙂"}'
  const customerId = 'клиент-42'
  expect((await create({ metadata, customerId })).body).toMatchObject({ metadata, customerId })
})

describe('the payer of a subscription', () => {
  test.each([
    ['lower case', checksummed.toLowerCase()],
    ['upper case', `0x${checksummed.slice(2).toUpperCase()}`],
    ['its checksum', checksummed],
  ])('is taken in %s (S4.3-5)', async (_, payer) => {
    const { status, body } = await create({ payer })
    expect(status).toBe(201)
    expect(body.payer).toBe(checksummed)
  })

  test.each([
    ['with a wrong checksum', checksummed.replace('d8d', 'D8d')],
    ['that is zero', `0x${'0'.repeat(40)}`],
    ['that is too short', checksummed.slice(0, -1)],
    ['without 0x', checksummed.slice(2)],
    ['that receives the money itself', receiver],
    ['that is a number', 1],
    ['that is a list', [checksummed]],
    ['that is missing', undefined],
  ])('%s is refused by name (S4.3-5)', async (_, payer) => {
    const { status, body } = await create({ payer })
    expect(status).toBe(400)
    expect(body.code).toBe('BadRequest')
    expect(body.fields).toEqual([{ path: 'payer', message: expect.any(String) }])
  })
})

describe('startFrom', () => {
  test('in the past means now (S4.3-6)', async () => {
    const { body } = await create({ startFrom: '2020-01-01T00:00:00Z' })
    expect(Date.now() - Date.parse(body.startFrom)).toBeLessThan(10_000)
  })

  test('keeps whole seconds of a moment with an offset (S4.3-6)', async () => {
    const in30Days = new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10)
    const { body } = await create({ startFrom: `${in30Days}T12:00:00.987+02:00` })
    expect(body.startFrom).toBe(`${in30Days}T10:00:00.000Z`)
    expect(body.nextChargeAt).toBe(body.startFrom)
  })

  test.each([
    '2027-02-30T00:00:00Z',
    '2027-01-01T00:00:00',
    '2027-01-01',
    'tomorrow',
    '',
    1_800_000_000,
    null,
    undefined,
    new Date(Date.now() + 6 * 366 * dayMs).toISOString(),
  ])('%j is refused by name (S4.3-6)', async (startFrom) => {
    const { status, body } = await create({ startFrom })
    expect(status).toBe(400)
    expect(body.fields).toEqual([{ path: 'startFrom', message: expect.any(String) }])
  })
})

test('a startFrom too far ahead is repeated', async () => {
  const startFrom = '2099-01-01T00:00:00.000Z'
  const { message } = (await create({ startFrom })).body
  expect(message).toContain('startFrom must be at most 5 years ahead, by ')
  expect(message).toMatch(new RegExp(`: you sent ${startFrom}, and it is .*Z now$`))
})

describe('a request body', () => {
  test.each([
    ['maxPeriods', 0],
    ['maxPeriods', -1],
    ['maxPeriods', 65_536],
    ['maxPeriods', 1.5],
    ['maxPeriods', '24'],
    ['maxPeriods', true],
    ['maxPeriods', 1e300],
    ['metadata', { a: 1 }],
    ['metadata', 'x'.repeat(4_097)],
    ['customerId', ''],
    ['customerId', 7],
    ['customerId', 'x'.repeat(256)],
    ['planId', ['a']],
    ['surprise', 1],
  ])(
    'with %s %j is refused by name (S2.3-13, S2.3-14, S4.3-3, S4.3-4, S4.3-7, S4.3-8)',
    async (field, value) => {
      const { status, body } = await create({ [field]: value })
      expect(status).toBe(400)
      expect(body.fields).toEqual([{ path: field, message: expect.any(String) }])
    },
  )

  test('names every fault at once (S4.3-3, S4.3-4)', async () => {
    const { body } = await merchant.post(path, { payer: 'x', extra: 1 })
    expect(body.fields.map((fault: { path: string }) => fault.path).toSorted()).toEqual(
      ['customerId', 'extra', 'payer', 'planId', 'startFrom'].toSorted(),
    )
  })
})

describe('the plan of a subscription', () => {
  test.each(['Draft', 'Archived'] as const)(
    'in %s is answered 409 PlanNotActive (S1-34, S3.1-4, S3.1-6, S4.3-3, S7-3)',
    async (status) => {
      const planId = await newPlan(world, merchant.owner, status)
      const answer = await create({ planId })
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({ code: 'PlanNotActive', state: status })
    },
  )

  test('that is restored from the archive takes subscriptions again (S3.1-5)', async () => {
    const planId = await newPlan(world, merchant.owner, 'Archived')
    expect((await create({ planId })).status).toBe(409)
    await commandPlan(world, merchant.owner, planId, { type: 'plan.restore' })
    expect((await create({ planId })).body).toMatchObject({ planId, status: 'Draft' })
  })

  test('of another merchant is as unknown as a random id (S4.3-3)', async () => {
    const other = await newReadyMerchant(world)
    const random = await create({ planId: newId(new Date()) })
    const foreign = await create({ planId: other.planId })
    expect([random.status, foreign.status]).toEqual([404, 404])
    expect([random.body.code, foreign.body.code]).toEqual(['PlanNotFound', 'PlanNotFound'])
  })

  test('that asks for more than a contract can charge is refused by name', async () => {
    const planId = await newPlan(world, merchant.owner, 'Active', { amount: '9'.repeat(39) })
    const { status, body } = await create({ planId, maxPeriods: 65_535 })
    expect(status).toBe(400)
    expect(body.fields).toEqual([
      { path: 'planId', message: expect.stringContaining('a contract can charge at most') },
    ])
  })

  test('may be named by any text', async () => {
    expect((await create({ planId: "' or 1=1 --" })).body.code).toBe('PlanNotFound')
  })
})

describe('a merchant who is not ready', () => {
  test('is told everything that is missing (S1-31)', async () => {
    const unready = await newMerchant(world)
    const planId = await newPlan(world, unready.owner, 'Active')
    const { status, body } = await unready.post(path, newSubscription(planId))
    expect(status).toBe(409)
    expect(body.code).toBe('MerchantNotReady')
    expect(body.missing).toEqual(
      expect.arrayContaining(['ActiveAsset', 'GasWalletFunds', 'Receiver']),
    )
  })

  test("is one who has switched the plan's asset off (S1-31)", async () => {
    const other = await newReadyMerchant(world)
    await setAssetActive(world, other.owner, 'tUSDC', false)
    await setAssetActive(world, other.owner, 'tUSDT', true)
    const { body } = await other.post(path, newSubscription(other.planId))
    expect(body).toMatchObject({ code: 'MerchantNotReady', missing: ['ActiveAsset'] })
  })

  test('is one on the main network whose business is not verified (S1-35)', async () => {
    const onMainNet = await newMerchant(world, 'MainNet')
    const { owner } = onMainNet
    await setAssetActive(world, owner, 'mUSDC', true)
    await setReceiver(world, owner, { blockchain: 'LocalMainNet', address: receiver })
    const { address } = await ensureGasWallet(world, owner, 'LocalMainNet')
    await recordGasBalance(world, 'LocalMainNet', address, 10n ** 18n)
    const terms = { asset: 'mUSDC', blockchain: 'LocalMainNet' }
    const planId = await newPlan(world, owner, 'Active', terms)
    const { status, body } = await onMainNet.post(path, newSubscription(planId))
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'MerchantNotReady', missing: ['Verification'] })
  })

  test('is one whose gas wallet is empty (S1-32)', async () => {
    const other = await newReadyMerchant(world)
    await recordGasBalance(world, 'LocalTestNet', other.gasWallet, 0n)
    const { body } = await other.post(path, newSubscription(other.planId))
    expect(body).toMatchObject({ code: 'MerchantNotReady', missing: ['GasWalletFunds'] })
  })
})

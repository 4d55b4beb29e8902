import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayMs, minuteMs } from '../../machines/durations.ts'
import { hashPaymentId, predictDepositAddress } from '../../src/shared/addresses/deposit-address.ts'
import { setAssetActive } from '../../src/store/merchants/assets.ts'
import { recordGasBalance } from '../../src/store/merchants/gas-wallets.ts'
import { setReceiver } from '../../src/store/merchants/receivers.ts'
import { PaymentResource } from '../../src/core/resources/payment.ts'
import { addressOf, directory } from '../dashboard/world.ts'
import {
  newMerchant,
  newPayment,
  newReadyMerchant,
  receiver,
  startWorld,
  type World,
} from './world.ts'

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
const path = '/integration/payments'

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
})
afterAll(() => world.stop())

const create = (changes: Record<string, unknown> = {}) => merchant.post(path, newPayment(changes))
const createFor = (value: unknown, currency: unknown = 'tUSDC') =>
  create({ amount: { value, currency } })
const after = (ms: number) => new Date(Date.now() + ms).toISOString()

test('a new payment names the address it is paid at, and the page (S1-3, S1-4, S2.1-5, S4.1-1, S4.1-2, S4.1-4)', async () => {
  const expiresAt = after(dayMs)
  const { status, body } = await create({ expiresAt, description: 'Coffee' })
  expect(status).toBe(201)
  const zero = { value: '0', currency: 'tUSDC' }
  const { payment } = body
  expect(PaymentResource.parse(payment)).toMatchObject({
    id: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{22}$/),
    status: 'Created',
    phase: 'Created',
    exception: null,
    reason: null,
    amount: { value: '10', currency: 'tUSDC' },
    dueAmount: { value: '10', currency: 'tUSDC' },
    paidAmount: zero,
    seenAmount: zero,
    settlement: 'None',
    asset: 'tUSDC',
    blockchain: 'LocalTestNet',
    receiver,
    description: 'Coffee',
    metadata: null,
    checkoutUrl: `https://pay.example/checkout/${payment.id}`,
    expiresAt,
    actions: ['cancel'],
  })
  const chain = directory.chain('LocalTestNet')!
  const idHash = hashPaymentId(payment.id, await depositSaltOf(payment.id))
  expect(payment.depositAddress).toBe(predictDepositAddress(chain, receiver, idHash))
})

async function depositSaltOf(paymentId: string): Promise<string> {
  const { rows } = await world.database.pool.query<{ salt: string }>(
    `select snapshot->'context'->>'depositSalt' as salt from payment where id = $1`,
    [paymentId],
  )
  return rows[0]!.salt
}

test('a payment keeps its receiver when the merchant takes another', async () => {
  const other = await newReadyMerchant(world)
  const { payment } = (await other.post(path, newPayment())).body
  const newReceiver = { blockchain: 'LocalTestNet', address: addressOf('e1') }
  await setReceiver(world, other.owner, newReceiver)
  expect((await other.get(`${path}/${payment.id}`)).body.payment).toEqual(payment)
  expect((await other.post(path, newPayment())).body.payment.receiver).toBe(newReceiver.address)
})

describe('the amount of a payment', () => {
  test.each([
    ['0.000001', '0.000001'],
    ['10.500000', '10.5'],
    ['0.1000000000', '0.1'],
    ['340282366920938463463374607431768.211455', '340282366920938463463374607431768.211455'],
  ])('%s is asked for as %s (S2.1-2)', async (value, shown) => {
    const { status, body } = await createFor(value)
    expect([status, body.payment?.amount]).toEqual([201, { value: shown, currency: 'tUSDC' }])
  })

  test.each([
    '0',
    '0.0',
    '0.000000',
    '-1',
    '+1',
    '1e3',
    '1E-3',
    '1,5',
    '1.000,00',
    '1 000',
    ' 1',
    '1 ',
    '1\n',
    '',
    '.',
    '.5',
    '5.',
    '01',
    '0x10',
    'NaN',
    'Infinity',
    'ten',
    '1.2.3',
    '0.0000001',
    '1.1234567',
    '١٠',
    '１０',
    '१०',
    '𝟙𝟘',
    '10\u200b',
    `1${'0'.repeat(60)}`,
    '9'.repeat(61),
    '9'.repeat(10_000),
    '340282366920938463463374607431768.211456',
  ])('%j is refused, repeated and explained (S2.1-2)', async (value) => {
    const { status, body } = await createFor(value)
    expect([status, body.code]).toEqual([400, 'BadRequest'])
    expect(body.fields).toEqual([{ path: 'amount.value', message: expect.any(String) }])
    expect(body.fields[0].message).toContain(`'${value.slice(0, 60)}`)
    expect(body.message.length).toBeLessThan(300)
  })

  test.each([10, 0.1, 1e300, true, null, ['10'], { value: '10' }, undefined])(
    'that is %j instead of a text is refused (S2.1-2)',
    async (value) => {
      const { status, body } = await createFor(value)
      expect(status).toBe(400)
      expect(body.fields).toEqual([{ path: 'amount.value', message: expect.any(String) }])
    },
  )

  test.each([undefined, null, '10 tUSDC', 10, [], ['10', 'tUSDC']])(
    'cannot be %j (S2.1-1)',
    async (amount) => {
      const { status, body } = await create({ amount })
      expect(status).toBe(400)
      expect(body.fields[0].path).toMatch(/^amount/)
    },
  )

  test('is at least what is worth its gas', async () => {
    await setAssetActive(world, merchant.owner, 'tUSDT', true)
    const { status, body } = await createFor('0.499999', 'tUSDT')
    expect([status, body.code]).toEqual([400, 'BadRequest'])
    const message = "'0.499999' is less than the least that can be asked for, which is 0.5 tUSDT"
    expect(body.fields).toEqual([{ path: 'amount.value', message }])
    expect((await createFor('0.5', 'tUSDT')).status).toBe(201)
  })

  test('takes no further fields (S2.1-1)', async () => {
    const amount = { value: '10', currency: 'tUSDC', decimals: 2 }
    expect((await create({ amount })).body.fields[0].path).toBe('amount.decimals')
  })
})

describe('the currency of a payment', () => {
  test.each([
    'tusdc',
    'USDC',
    'mUSDC',
    'ETH',
    '',
    ' tUSDC',
    '__proto__',
    'constructor',
    "' or 1=1",
  ])('%j is unknown here, and the answer names those that are known (S2.1-3)', async (currency) => {
    const { status, body } = await createFor('10', currency)
    expect(status).toBe(400)
    expect(body.fields).toEqual([
      {
        path: 'amount.currency',
        message: `'${currency}' is no asset of the TestNet; use tUSDC or tUSDT`,
      },
    ])
  })

  test.each([10, null, undefined, ['tUSDC'], { code: 'tUSDC' }])(
    'that is %j is refused by name (S2.1-3)',
    async (currency) => {
      const { status, body } = await create({ amount: { value: '10', currency } })
      expect(status).toBe(400)
      expect(body.fields).toEqual([{ path: 'amount.currency', message: expect.any(String) }])
    },
  )
})

describe('expiresAt', () => {
  test.each(['T12:00:00+02:00', 'T10:00Z', 't10:00:00z'])(
    '%s is told in UTC (S2.1-4)',
    async (time) => {
      const in30Days = after(30 * dayMs).slice(0, 10)
      const { body } = await create({ expiresAt: `${in30Days}${time}` })
      expect(body.payment.expiresAt).toBe(`${in30Days}T10:00:00.000Z`)
    },
  )

  test.each([
    ['two minutes', 2 * minuteMs],
    ['a year', 365 * dayMs - minuteMs],
  ])('may be %s ahead', async (_, ms) => {
    expect((await create({ expiresAt: after(ms) })).status).toBe(201)
  })

  test.each([
    ['in the past', after(-1)],
    ['30 seconds ahead', after(30_000)],
    ['366 days ahead', after(366 * dayMs)],
    ['10 years ahead', after(10 * 365 * dayMs)],
    ['in the year 1', '0001-01-01T00:00:00Z'],
    ['at the end of the years', '9999-12-31T23:59:59Z'],
  ])('%s is refused with the moments that are allowed', async (_, expiresAt) => {
    const { status, body } = await create({ expiresAt })
    expect(status).toBe(400)
    expect(body.fields).toEqual([
      {
        path: 'expiresAt',
        message: expect.stringMatching(
          /^must be at least 1 minute and at most 365 days after now: you sent .*Z, and it is .*Z now$/,
        ),
      },
    ])
  })

  test.each([
    '2027-02-30T00:00:00Z',
    '2027-13-01T00:00:00Z',
    '2027-01-01T25:00:00Z',
    '2027-01-01T00:00:00',
    '2027-01-01',
    'tomorrow',
    '',
    1_900_000_000,
    null,
    undefined,
    ['2027-01-01T00:00:00Z'],
  ])('%j is refused by name (S2.1-4)', async (expiresAt) => {
    const { status, body } = await create({ expiresAt })
    expect(status).toBe(400)
    expect(body.fields).toEqual([{ path: 'expiresAt', message: expect.any(String) }])
  })
})

test('every fault is named at once (S2.1-4, S4.1-1)', async () => {
  const late = await create({ expiresAt: after(-1), amount: { value: '0', currency: 'tUSDC' } })
  expect(pathsOf(late)).toEqual(['amount.value', 'expiresAt'])
  const empty = await merchant.post(path, { extra: 1 })
  expect(pathsOf(empty)).toEqual(['amount', 'expiresAt', 'extra'])
})

const pathsOf = ({ body }: { body: { fields: { path: string }[] } }) =>
  body.fields.map((fault) => fault.path).toSorted()

describe('a merchant who is not ready', () => {
  test('is told what is missing, and no more than payments need', async () => {
    const unready = await newMerchant(world)
    const { status, body } = await unready.post(path, newPayment())
    expect([status, body.code]).toEqual([409, 'MerchantNotReady'])
    expect(body.missing).toEqual(['ActiveAsset', 'Receiver'])
  })

  test('is one who has switched the asset off', async () => {
    const other = await newReadyMerchant(world)
    await setAssetActive(world, other.owner, 'tUSDC', false)
    const { body } = await other.post(path, newPayment())
    expect(body).toMatchObject({ code: 'MerchantNotReady', missing: ['ActiveAsset'] })
  })

  test('is one on the main network whose business is not verified', async () => {
    const onMainNet = await newMerchant(world, 'MainNet')
    await setAssetActive(world, onMainNet.owner, 'mUSDC', true)
    await setReceiver(world, onMainNet.owner, { blockchain: 'LocalMainNet', address: receiver })
    const amount = { value: '10', currency: 'mUSDC' }
    const { body } = await onMainNet.post(path, newPayment({ amount }))
    expect(body).toMatchObject({ code: 'MerchantNotReady', missing: ['Verification'] })
  })

  test('is not one with an empty gas wallet and no plan', async () => {
    const other = await newMerchant(world)
    await setAssetActive(world, other.owner, 'tUSDC', true)
    await setReceiver(world, other.owner, { blockchain: 'LocalTestNet', address: receiver })
    expect((await other.post(path, newPayment())).status).toBe(201)
    await recordGasBalance(world, 'LocalTestNet', merchant.gasWallet, 0n)
    expect((await create()).status).toBe(201)
  })
})

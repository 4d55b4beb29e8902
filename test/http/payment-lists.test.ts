import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/shared/ids.ts'
import { PaymentResource } from '../../src/core/resources/payment.ts'
import { ChainCursor, DepositLog } from '../../src/store/tables/chains.ts'
import { addressOf } from '../dashboard/world.ts'
import { type Sums, tellDeposits } from '../support/deposits.ts'
import { newPayment, newReadyMerchant, startWorld, type World } from './world.ts'

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
/** Created in this order: untouched, partial, paid, overpaid, and one with a stray token. */
let ids: string[]
const path = '/integration/payments'
const stray = { token: addressOf('d0'), asset: 'tUSDT', decimals: 6, amount: '5' }

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
  ids = []
  const sums: Sums[] = [
    {},
    { inTime: 4_000_000 },
    { inTime: 10_000_000 },
    { inTime: 12_000_000 },
    { inTime: 10_000_000, others: [stray] },
  ]
  for (const came of sums) {
    const { payment } = (await merchant.post(path, newPayment())).body
    ids.push(payment.id)
    if (came.inTime) await tellDeposits(world, merchant.owner, payment.id, came)
  }
})
afterAll(() => world.stop())

describe('payments', () => {
  test('are listed the newest first, and say which page it is (S2.1-6)', async () => {
    const { status, body } = await merchant.get(`${path}?limit=3&offset=1`)
    expect(status).toBe(200)
    expect(body.page).toMatchObject({ limit: 3, offset: 1 })
    expect(idsOf(body)).toEqual(ids.toReversed().slice(1, 4))
    for (const payment of body.payments) expect(PaymentResource.parse(payment)).toEqual(payment)
  })

  test.each([
    ['', [4, 3, 2, 1, 0]],
    ['statusIn=Created', [0]],
    ['statusIn=Created,InProgress', [1, 0]],
    ['statusIn=Succeeded&statusIn=Failed', [4, 3, 2]],
    ['statusIn[]=Expired', []],
    ['exceptionIn=Overpaid', [3]],
    ['exceptionIn=WrongToken', [4]],
    ['exceptionIn=Underpaid,Late,HeldAfterCancel', []],
    ['exceptionIn=Underpaid,Overpaid,Late,HeldAfterCancel,WrongToken', [4, 3]],
    ['exceptionIn=WrongToken&statusIn=Failed', []],
    ['statusIn=&exceptionIn=', [4, 3, 2, 1, 0]],
  ])('are filtered by %j', async (query, indexes) => {
    const { body } = await merchant.get(`${path}?${query}`)
    expect(idsOf(body)).toEqual(indexes.map((index) => ids[index]))
  })

  test('that are overpaid in two tokens are overpaid first', async () => {
    const other = await newReadyMerchant(world)
    const { payment } = (await other.post(path, newPayment())).body
    await tellDeposits(world, other.owner, payment.id, { inTime: 11_000_000, others: [stray] })
    const found = async (exception: string) =>
      idsOf((await other.get(`${path}?exceptionIn=${exception}`)).body)
    expect(await found('Overpaid')).toEqual([payment.id])
    expect(await found('WrongToken')).toEqual([])
    const amount = { value: '1', currency: 'tUSDC' }
    await other.post(`${path}/${payment.id}/refunds`, { amount })
    expect(await found('Overpaid')).toEqual([])
    expect(await found('WrongToken')).toEqual([payment.id])
    const rest = { value: '0.000005', currency: 'tUSDT' }
    await other.post(`${path}/${payment.id}/refunds`, { amount: rest })
    expect(await found('WrongToken')).toEqual([])
  })

  test('are read one by one (S2.1-6)', async () => {
    const { status, body } = await merchant.get(`${path}/${ids[1]}`)
    expect(status).toBe(200)
    expect(body.payment).toMatchObject({
      id: ids[1],
      status: 'InProgress',
      phase: 'Partial',
      paidAmount: { value: '4' },
      dueAmount: { value: '6' },
    })
  })

  test.each([newId(new Date()), 'nonsense', 'x'.repeat(100), '%F0%9F%99%82', '0x12'])(
    'by an unknown id are answered 404: %s',
    async (id) => {
      for (const suffix of ['', '/deposits']) {
        const { status, body } = await merchant.get(`${path}/${id}${suffix}`)
        expect([status, body.code]).toEqual([404, 'PaymentNotFound'])
      }
    },
  )
})

describe('deposits', () => {
  const minedAt = new Date('2026-01-31T12:00:00.000Z')
  const log = (changes: Partial<DepositLog>) => ({
    blockchain: 'LocalTestNet',
    blockHash: `0x${'b1'.repeat(32)}`,
    logIndex: 3,
    paymentId: ids[1]!,
    blockNumber: 7,
    blockTime: minedAt,
    transactionHash: `0x${'a1'.repeat(32)}`,
    event: 'Transfer' as const,
    token: addressOf('c0'),
    counterparty: addressOf('ab'),
    amount: '1500000',
    status: 'Confirmed' as const,
    ...changes,
  })

  test('are told transfer by transfer, the newest first', async () => {
    const em = world.database.orm.em.fork()
    await em.insertMany(DepositLog, [
      log({}),
      log({ logIndex: 9, blockNumber: 9, amount: '2500000' }),
      log({ logIndex: 10, status: 'Reorged' }),
      log({ logIndex: 11, event: 'Swept' }),
      log({ logIndex: 12, token: addressOf('d0') }),
      log({ logIndex: 13, paymentId: ids[0]! }),
    ])
    const cursor = { blockchain: 'LocalTestNet', revision: 1, blockNumber: 9, blockTime: minedAt }
    await em.insert(ChainCursor, { ...cursor, blockHash: log({}).blockHash, seenAt: minedAt })
    const { status, body } = await merchant.get(`${path}/${ids[1]}/deposits`)
    expect(status).toBe(200)
    const from = addressOf('ab')
    const common = { transactionHash: log({}).transactionHash, from, isLate: false }
    const at = minedAt.toISOString()
    expect(body.deposits).toEqual([
      {
        ...common,
        logIndex: 9,
        blockNumber: 9,
        amount: tUSDC('2.5'),
        confirmations: 1,
        minedAt: at,
      },
      {
        ...common,
        logIndex: 3,
        blockNumber: 7,
        amount: tUSDC('1.5'),
        confirmations: 3,
        minedAt: at,
      },
    ])
  })

  test('of a payment that nothing came for are none', async () => {
    expect((await merchant.get(`${path}/${ids[4]}/deposits`)).body).toEqual({ deposits: [] })
  })
})

const tUSDC = (value: string) => ({ value, currency: 'tUSDC' })
const idsOf = ({ payments }: { payments: { id: string }[] }) => payments.map(({ id }) => id)

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/shared/ids.ts'
import { addressOf } from '../dashboard/world.ts'
import { type Sums, tellDeposits } from '../support/deposits.ts'
import { newPayment, newReadyMerchant, startWorld, type World } from './world.ts'

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
const path = '/integration/payments'
const token = 1_000_000
const tUSDC = (value: string) => ({ value, currency: 'tUSDC' })

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
})
afterAll(() => world.stop())

const create = async (): Promise<string> =>
  (await merchant.post(path, newPayment())).body.payment.id
const read = async (id: string) => (await merchant.get(`${path}/${id}`)).body.payment
const post = (id: string, command: string, body: object = {}) =>
  merchant.post(`${path}/${id}/${command}`, body)
const refund = (id: string, value: string, more: object = {}) =>
  post(id, 'refunds', { amount: tUSDC(value), ...more })

/** A payment of 10 tUSDC to which this has come, in base units. */
async function paid(sums: Sums): Promise<string> {
  const id = await create()
  await tellDeposits(world, merchant.owner, id, sums)
  return id
}

/** A payment that was called off, and to whose address this came all the same. */
async function paidAfterCancel(sums: Sums): Promise<string> {
  const id = await create()
  await post(id, 'cancel')
  await tellDeposits(world, merchant.owner, id, sums)
  return id
}

describe('cancel', () => {
  test('calls a payment off that nothing came for', async () => {
    const id = await create()
    const { status, body } = await post(id, 'cancel')
    expect(status).toBe(200)
    expect(body.payment).toMatchObject({
      id,
      status: 'Failed',
      phase: 'Cancelled',
      reason: 'CalledOff',
      dueAmount: tUSDC('0'),
      actions: [],
    })
    expect(await read(id)).toEqual(body.payment)
  })

  test.each([
    ['a part came', { inTime: 4 * token }, 'InProgress'],
    ['money is on its way', { inTime: 10 * token, isConfirmed: false }, 'InProgress'],
    ['it is paid', { inTime: 10 * token }, 'Succeeded'],
  ])('is refused once %s', async (_, sums, state) => {
    const { status, body } = await post(await paid(sums), 'cancel')
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'CommandNotAllowed', state, allowed: expect.any(Array) })
    expect(body.allowed).not.toContain('cancel')
  })

  test('is refused the second time', async () => {
    const id = await create()
    await post(id, 'cancel')
    const { status, body } = await post(id, 'cancel')
    expect([status, body.state]).toEqual([409, 'Failed'])
  })
})

describe('accept', () => {
  test('takes what came after a cancel', async () => {
    const id = await paidAfterCancel({ inTime: 3 * token })
    expect(await read(id)).toMatchObject({
      status: 'Failed',
      phase: 'Funded',
      exception: 'PaidAfterCancel',
      actions: expect.arrayContaining(['accept', 'recordRefund']),
    })
    const { status, body } = await post(id, 'accept')
    expect(status).toBe(200)
    expect(body.payment).toMatchObject({
      status: 'Succeeded',
      phase: 'Accepted',
      exception: null,
      paidAmount: tUSDC('3'),
      excessAmount: tUSDC('0'),
    })
  })

  test('keeps what came too much', async () => {
    const id = await paid({ inTime: 12 * token })
    expect(await read(id)).toMatchObject({ exception: 'Overpaid', excessAmount: tUSDC('2') })
    expect((await post(id, 'accept')).body.payment).toMatchObject({
      phase: 'Accepted',
      exception: null,
      excessAmount: tUSDC('0'),
    })
  })

  test('waits until everything that was seen is confirmed', async () => {
    const id = await paidAfterCancel({ inTime: 3 * token, isConfirmed: false })
    const { status, body } = await post(id, 'accept')
    expect([status, body.code, body.state]).toEqual([409, 'CommandNotAllowed', 'Failed'])
    expect(body.allowed).toEqual([])
  })

  test.each([
    ['before anything came', {}],
    ['while the rest is due', { inTime: 4 * token }],
    ['where all is as it should be', { inTime: 10 * token }],
  ])('is refused %s', async (_, sums: Sums) => {
    const id = sums.inTime ? await paid(sums) : await create()
    const { status, body } = await post(id, 'accept')
    expect([status, body.code]).toEqual([409, 'CommandNotAllowed'])
    expect(body.allowed).not.toContain('accept')
  })
})

describe('a refund', () => {
  test('is recorded with its hash and note, and adds up', async () => {
    const id = await paid({ inTime: 12 * token })
    const transactionHash = `0x${randomBytes(32).toString('hex')}`
    const first = await refund(id, '1.5', {
      transactionHash: `0x${transactionHash.slice(2).toUpperCase()}`,
      note: 'by hand',
    })
    expect(first.status).toBe(200)
    expect(first.body.payment).toMatchObject({
      phase: 'Overpaid',
      refundedAmount: tUSDC('1.5'),
      excessAmount: tUSDC('0.5'),
      refunds: [{ amount: tUSDC('1.5'), transactionHash, note: 'by hand' }],
    })
    expect((await refund(id, '0.5')).body.payment).toMatchObject({
      phase: 'ExcessRefunded',
      exception: null,
      refundedAmount: tUSDC('2'),
    })
  })

  test('of more than came is refused with the values', async () => {
    const id = await paid({ inTime: 12 * token })
    await refund(id, '3')
    const { status, body } = await refund(id, '9.000001')
    expect(status).toBe(400)
    expect(body.fields).toEqual([
      {
        path: 'amount.value',
        message: 'is 9.000001 tUSDC, but of what came only 9 tUSDC is not given back yet',
      },
    ])
    expect((await refund(id, '9')).status).toBe(200)
    expect((await refund(id, '0.000001')).body).toMatchObject({ status: 409, state: 'Succeeded' })
  })

  test('counts confirmed money only', async () => {
    const id = await paidAfterCancel({ inTime: 3 * token, isConfirmed: false })
    expect((await refund(id, '1')).body).toMatchObject({ code: 'CommandNotAllowed', allowed: [] })
  })

  test('that ten send at once is never more than came', async () => {
    const id = await paid({ inTime: 12 * token })
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(id, '5')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    for (const { status } of answers) expect([200, 400, 409]).toContain(status)
    expect((await read(id)).refundedAmount).toEqual(tUSDC('10'))
  })

  test('of a token that nobody asked for is counted in that token', async () => {
    const strays = [
      { token: addressOf('d0'), asset: 'tUSDT', decimals: 6, amount: '7000000' },
      { token: addressOf('99'), asset: null, decimals: null, amount: '5' },
    ]
    const id = await paid({ inTime: 10 * token, others: strays })
    expect(await read(id)).toMatchObject({
      status: 'Succeeded',
      exception: 'WrongToken',
      otherTokens: [
        { token: addressOf('d0'), asset: 'tUSDT', amount: '7' },
        { token: addressOf('99'), asset: null, amount: '5' },
      ],
    })
    const amount = { value: '8', currency: 'tUSDT' }
    const tooMuch = await post(id, 'refunds', { amount })
    expect(tooMuch.body.fields[0].message).toContain('only 7 tUSDT is not given back yet')
    const answer = await post(id, 'refunds', { amount: { ...amount, value: '7' } })
    expect(answer.body.payment).toMatchObject({
      exception: null,
      refundedAmount: tUSDC('0'),
      refunds: [{ amount: { value: '7', currency: 'tUSDT' } }],
    })
  })

  test.each([
    ['amount.value', { amount: tUSDC('0') }],
    ['amount.value', { amount: tUSDC('-1') }],
    ['amount.value', { amount: tUSDC('0.0000001') }],
    ['amount.value', { amount: tUSDC(`1${'0'.repeat(60)}`) }],
    ['amount.value', { amount: { value: 1, currency: 'tUSDC' } }],
    ['amount.currency', { amount: { value: '1', currency: 'tUSDT' } }],
    ['amount.currency', { amount: { value: '1', currency: 'x'.repeat(10_000) } }],
    ['amount', { amount: '1 tUSDC' }],
    ['amount', {}],
    ['transactionHash', { amount: tUSDC('1'), transactionHash: '0x12' }],
    ['transactionHash', { amount: tUSDC('1'), transactionHash: 7 }],
    ['note', { amount: tUSDC('1'), note: 'x'.repeat(501) }],
    ['to', { amount: tUSDC('1'), to: addressOf('ab') }],
  ])('with a wrong %s is refused by name: %j', async (field, body) => {
    const id = await paid({ inTime: 10 * token })
    const answer = await post(id, 'refunds', body)
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toEqual([{ path: field, message: expect.any(String) }])
    expect(answer.body.message.length).toBeLessThan(300)
  })

  test.each([
    ['before anything came', {}, 'Created'],
    ['while the rest is due', { inTime: 4 * token }, 'InProgress'],
  ])('is refused %s', async (_, sums: Sums, state) => {
    const id = sums.inTime ? await paid(sums) : await create()
    const { status, body } = await refund(id, '1')
    expect([status, body.code, body.state]).toEqual([409, 'CommandNotAllowed', state])
  })
})

describe('sweep', () => {
  test('is accepted while money waits at the address, and then no more', async () => {
    const id = await paid({ inTime: 10 * token })
    const { status, body } = await post(id, 'sweep')
    expect(status).toBe(200)
    expect(body.payment).toMatchObject({ settlement: 'Waiting', settledAmount: tUSDC('0') })
    await tellDeposits(world, merchant.owner, id, { inTime: 10 * token, swept: '10000000' })
    expect(await read(id)).toMatchObject({ settlement: 'Settled', settledAmount: tUSDC('10') })
    expect((await post(id, 'sweep')).body).toMatchObject({ status: 409, state: 'Succeeded' })
  })

  test('is refused before anything came', async () => {
    expect((await post(await create(), 'sweep')).status).toBe(409)
  })
})

describe.each(['accept', 'cancel', 'sweep', 'refunds'])('%s', (command) => {
  const body = command === 'refunds' ? { amount: tUSDC('1') } : {}

  test('of an unknown payment is answered 404', async () => {
    for (const id of [newId(new Date()), 'nonsense', "' or 1=1 --", '%F0%9F%99%82']) {
      const answer = await post(id, command, body)
      expect([answer.status, answer.body.code]).toEqual([404, 'PaymentNotFound'])
    }
  })

  test('takes no further fields', async () => {
    const { status } = await post(await create(), command, { ...body, force: true })
    expect(status).toBe(400)
  })

  test('sent five times at once with one key has its effect once', async () => {
    const id = command === 'cancel' ? await create() : await paid({ inTime: 12 * token })
    const headers = { 'idempotency-key': `${command} ${id}` }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => merchant.post(`${path}/${id}/${command}`, body, headers)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    const { rows } = await world.database.pool.query(
      `select 1 from journal where entity_id = $1 and cause->>'command' = event->>'type'
       and event->>'type' <> 'payment.create'`,
      [id],
    )
    expect(rows).toHaveLength(1)
  })
})

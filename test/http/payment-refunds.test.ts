import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomBytes } from 'node:crypto'
import { refundsMax } from '../../machines/payment/payment.events.ts'
import type { Sums } from '../support/deposits.ts'
import { addressOf } from '../dashboard/world.ts'
import { paymentsOf, token, tUSDC } from './payments.ts'
import { newReadyMerchant, startWorld, type World } from './world.ts'

let world: World
let payments: ReturnType<typeof paymentsOf>

beforeAll(async () => {
  world = await startWorld()
  payments = paymentsOf(world, await newReadyMerchant(world))
})
afterAll(() => world.stop())

describe('a refund', () => {
  test('is recorded with its hash and note, and adds up (S4.6-1)', async () => {
    const id = await payments.createPaid({ inTime: 12 * token })
    const transactionHash = `0x${randomBytes(32).toString('hex')}`
    const first = await payments.refund(id, '1.5', {
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
    expect((await payments.refund(id, '0.5')).body.payment).toMatchObject({
      phase: 'ExcessRefunded',
      exception: null,
      refundedAmount: tUSDC('2'),
    })
  })

  test('of more than came is refused with the values', async () => {
    const id = await payments.createPaid({ inTime: 12 * token })
    await payments.refund(id, '3')
    const { status, body } = await payments.refund(id, '9.000001')
    expect(status).toBe(400)
    expect(body.fields).toEqual([
      {
        path: 'amount.value',
        message: 'is 9.000001 tUSDC, but of what came only 9 tUSDC is not given back yet',
      },
    ])
    expect((await payments.refund(id, '9')).status).toBe(200)
    expect((await payments.refund(id, '0.000001')).body).toMatchObject({
      status: 409,
      state: 'Succeeded',
    })
  })

  test('of the price leaves the payment as it was, and what comes then is too much', async () => {
    const id = await payments.createPaid({ inTime: 10 * token })
    expect((await payments.refund(id, '3')).body.payment).toMatchObject({
      phase: 'Exact',
      exception: null,
      excessAmount: tUSDC('0'),
      refundedAmount: tUSDC('3'),
    })
    await payments.tell(id, { inTime: 13 * token })
    expect(await payments.read(id)).toMatchObject({
      phase: 'Overpaid',
      exception: 'Overpaid',
      excessAmount: tUSDC('3'),
      refundedAmount: tUSDC('3'),
    })
  })

  test('beyond the number of them that a payment keeps is refused with that number', async () => {
    const id = await payments.createPaid({ inTime: 12 * token })
    for (let refunds = 0; refunds < refundsMax; refunds++)
      expect((await payments.refund(id, '0.01')).status).toBe(200)
    const { status, body } = await payments.refund(id, '0.01')
    expect([status, body.code]).toEqual([409, 'CommandNotAllowed'])
    expect(body.message).toContain(`at most ${refundsMax} refunds`)
    expect(body.allowed).not.toContain('recordRefund')
  })

  test('counts confirmed money only', async () => {
    const id = await payments.createPaidAfterCancel({ inTime: 3 * token, isConfirmed: false })
    expect((await payments.refund(id, '1')).body).toMatchObject({
      code: 'CommandNotAllowed',
      allowed: [],
    })
  })

  test('before the end is of other tokens only, and says so', async () => {
    const stray = { token: addressOf('d0'), asset: 'tUSDT', decimals: 6, amount: '7000000' }
    const id = await payments.createPaid({ inTime: 4 * token, others: [stray] })
    const early = await payments.refund(id, '4')
    expect([early.status, early.body.state]).toEqual([409, 'InProgress'])
    expect(early.body.message).toContain('only what came in other tokens is given back')
    const amount = { value: '7', currency: 'tUSDT' }
    expect((await payments.refund(id, '7', { amount })).body.payment).toMatchObject({
      phase: 'Partial',
      exception: null,
    })
  })

  test('that ten send at once is never more than came', async () => {
    const id = await payments.createPaid({ inTime: 12 * token })
    const answers = await Promise.all(Array.from({ length: 10 }, () => payments.refund(id, '5')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    for (const { status } of answers) expect([200, 400, 409]).toContain(status)
    expect((await payments.read(id)).refundedAmount).toEqual(tUSDC('10'))
  })

  test('of a token that nobody asked for is counted in that token', async () => {
    const strays = [
      { token: addressOf('d0'), asset: 'tUSDT', decimals: 6, amount: '7000000' },
      { token: addressOf('99'), asset: null, decimals: null, amount: '5' },
    ]
    const id = await payments.createPaid({ inTime: 10 * token, others: strays })
    expect(await payments.read(id)).toMatchObject({
      status: 'Succeeded',
      exception: 'WrongToken',
      otherTokens: [
        { token: addressOf('d0'), asset: 'tUSDT', amount: '7' },
        { token: addressOf('99'), asset: null, amount: '5' },
      ],
    })
    const amount = { value: '8', currency: 'tUSDT' }
    const tooMuch = await payments.post(id, 'refunds', { amount })
    expect(tooMuch.body.fields[0].message).toContain('only 7 tUSDT is not given back yet')
    const answer = await payments.post(id, 'refunds', { amount: { ...amount, value: '7' } })
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
    const id = await payments.createPaid({ inTime: 10 * token })
    const answer = await payments.post(id, 'refunds', body)
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toEqual([{ path: field, message: expect.any(String) }])
    expect(answer.body.message.length).toBeLessThan(300)
  })

  test.each([
    ['before anything came', {}, 'Created'],
    ['while the rest is due', { inTime: 4 * token }, 'InProgress'],
  ])('is refused %s', async (_, sums: Sums, state) => {
    const id = await payments.createPaid(sums)
    const { status, body } = await payments.refund(id, '1')
    expect([status, body.code, body.state]).toEqual([409, 'CommandNotAllowed', state])
  })
})

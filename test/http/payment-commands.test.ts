import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sums } from '../support/deposits.ts'
import { newId } from '../../src/shared/ids.ts'
import { path, paymentsOf, token, tUSDC } from './payments.ts'
import { newReadyMerchant, startWorld, type World } from './world.ts'

let world: World
let payments: ReturnType<typeof paymentsOf>
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
  payments = paymentsOf(world, merchant)
})
afterAll(() => world.stop())

describe('cancelling a payment', () => {
  test('is taken before anything came (S4.6-1)', async () => {
    const id = await payments.create()
    const { status, body } = await payments.post(id, 'cancel')
    expect(status).toBe(200)
    expect(body.payment).toMatchObject({
      id,
      status: 'Failed',
      phase: 'Cancelled',
      reason: 'CalledOff',
      dueAmount: tUSDC('0'),
      actions: [],
    })
    expect(await payments.read(id)).toEqual(body.payment)
  })

  test.each([
    ['money is on its way', { inTime: 10 * token, isConfirmed: false }, 'InProgress'],
    ['it is paid', { inTime: 10 * token }, 'Succeeded'],
  ])('is refused once %s', async (_, sums, state) => {
    const { status, body } = await payments.post(await payments.createPaid(sums), 'cancel')
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'CommandNotAllowed', state, allowed: expect.any(Array) })
    expect(body.allowed).not.toContain('cancel')
  })

  test('ends one that came in part, and leaves the part to be given back', async () => {
    const id = await payments.createPaid({ inTime: 4 * token })
    expect(await payments.read(id)).toMatchObject({ actions: ['accept', 'cancel'] })
    const { status, body } = await payments.post(id, 'cancel')
    expect(status).toBe(200)
    expect(body.payment).toMatchObject({
      status: 'Failed',
      phase: 'Funded',
      reason: 'CalledOff',
      exception: 'HeldAfterCancel',
      paidAmount: tUSDC('4'),
      dueAmount: tUSDC('0'),
      actions: expect.arrayContaining(['recordRefund']),
    })
    await payments.tell(id, { inTime: 10 * token })
    expect((await payments.refund(id, '10')).body.payment).toMatchObject({
      status: 'Failed',
      phase: 'FundsRefunded',
      exception: null,
      refundedAmount: tUSDC('10'),
    })
  })

  test('is answered alike the second time, and changes nothing', async () => {
    const id = await payments.create()
    const first = await payments.post(id, 'cancel')
    const second = await payments.post(id, 'cancel')
    expect(second.status).toBe(200)
    expect(second.body).toEqual(first.body)
  })
})

describe('accepting a payment', () => {
  test('takes what came after a cancel', async () => {
    const id = await payments.createPaidAfterCancel({ inTime: 3 * token })
    expect(await payments.read(id)).toMatchObject({
      status: 'Failed',
      phase: 'Funded',
      exception: 'HeldAfterCancel',
      actions: expect.arrayContaining(['accept', 'recordRefund']),
    })
    const { status, body } = await payments.post(id, 'accept')
    expect(status).toBe(200)
    expect(body.payment).toMatchObject({
      status: 'Succeeded',
      phase: 'Accepted',
      exception: null,
      paidAmount: tUSDC('3'),
      excessAmount: tUSDC('0'),
    })
  })

  test('takes a part for the price while the rest is due, and what comes later is too much', async () => {
    const id = await payments.createPaid({ inTime: 4 * token })
    const { status, body } = await payments.post(id, 'accept')
    expect(status).toBe(200)
    expect(body.payment).toMatchObject({
      status: 'Succeeded',
      phase: 'Accepted',
      reason: 'AcceptedByMerchant',
      dueAmount: tUSDC('0'),
    })
    await payments.tell(id, { inTime: 10 * token })
    expect(await payments.read(id)).toMatchObject({
      phase: 'Overpaid',
      excessAmount: tUSDC('6'),
      paidAmount: tUSDC('10'),
    })
  })

  test('keeps what came too much', async () => {
    const id = await payments.createPaid({ inTime: 12 * token })
    expect(await payments.read(id)).toMatchObject({
      exception: 'Overpaid',
      excessAmount: tUSDC('2'),
    })
    expect((await payments.post(id, 'accept')).body.payment).toMatchObject({
      phase: 'Accepted',
      exception: null,
      excessAmount: tUSDC('0'),
    })
  })

  test('waits until everything that was seen is confirmed', async () => {
    const id = await payments.createPaidAfterCancel({ inTime: 3 * token, isConfirmed: false })
    const { status, body } = await payments.post(id, 'accept')
    expect([status, body.code, body.state]).toEqual([409, 'CommandNotAllowed', 'Failed'])
    expect(body.allowed).toEqual([])
  })

  test.each([
    ['before anything came', {}],
    ['where all is as it should be', { inTime: 10 * token }],
  ])('is refused %s', async (_, sums: Sums) => {
    const id = await payments.createPaid(sums)
    const { status, body } = await payments.post(id, 'accept')
    expect([status, body.code]).toEqual([409, 'CommandNotAllowed'])
    expect(body.allowed).not.toContain('accept')
  })
})

test('money that is seen and not yet confirmed is not counted as paid', async () => {
  const id = await payments.create()
  await payments.tell(id, { inTime: 10 * token, isConfirmed: false })
  expect(await payments.read(id)).toMatchObject({
    seenAmount: tUSDC('10'),
    paidAmount: tUSDC('0'),
  })
  await payments.tell(id, { inTime: 10 * token })
  expect(await payments.read(id)).toMatchObject({ paidAmount: tUSDC('10') })
})

describe('sweeping a payment', () => {
  test('is accepted while money waits at the address, and then no more', async () => {
    const id = await payments.createPaid({ inTime: 10 * token })
    const { status, body } = await payments.post(id, 'sweep')
    expect(status).toBe(200)
    expect(body.payment).toMatchObject({ settlement: 'Waiting', settledAmount: tUSDC('0') })
    await payments.tell(id, { inTime: 10 * token, swept: '10000000' })
    expect(await payments.read(id)).toMatchObject({
      settlement: 'Settled',
      settledAmount: tUSDC('10'),
    })
    expect((await payments.post(id, 'sweep')).body).toMatchObject({
      status: 409,
      state: 'Succeeded',
    })
  })

  test('is refused before anything came', async () => {
    expect((await payments.post(await payments.create(), 'sweep')).status).toBe(409)
  })
})

describe.each(['accept', 'cancel', 'sweep', 'refunds'])('the call %s', (command) => {
  const body = command === 'refunds' ? { amount: tUSDC('1') } : {}

  test('of an unknown payment is answered 404 (S4.6-1)', async () => {
    for (const id of [newId(new Date()), 'nonsense', "' or 1=1 --", '%F0%9F%99%82']) {
      const answer = await payments.post(id, command, body)
      expect([answer.status, answer.body.code]).toEqual([404, 'PaymentNotFound'])
    }
  })

  test('takes no further fields', async () => {
    const { status } = await payments.post(await payments.create(), command, {
      ...body,
      force: true,
    })
    expect(status).toBe(400)
  })

  test('sent five times at once with one key has its effect once', async () => {
    const id =
      command === 'cancel'
        ? await payments.create()
        : await payments.createPaid({ inTime: 12 * token })
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

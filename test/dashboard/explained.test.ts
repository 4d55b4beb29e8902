/** The story, the past and the reasons of everything, by the dashboard's API on a real database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accessReasons,
  chargeReasons,
  deliveryReasons,
  paymentReasons,
  permitReasons,
  settlementReasons,
} from '../../machines/reasons.ts'
import { customerActorId } from '../../src/shared/customer-actor-id.ts'
import { newId } from '../../src/shared/ids.ts'
import type { MessageEvent } from '../../src/shared/message.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { tellDeposits } from '../support/deposits.ts'
import { createDelivery, createSubscription, tellActor } from './actors.ts'
import { anAddress, createCharge, createPermit } from './charges.ts'
import { createPaid, createPaidAfterCancel, createPayment } from './payments.ts'
import { type Dashboard, newMerchant, type Person, startDashboard } from './service.ts'

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let owner: Owner

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  owner = { merchantId: alice.merchantId, network: 'TestNet' }
})
afterAll(() => dashboard.stop())

const get = async (path: string) => {
  const { status, body } = await alice.call('GET', `/test${path}`)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}
const explanationOf = async (path: string) => (await get(`${path}/explain`)).explanation

describe('the story of a subscription', () => {
  let path: string
  let target: { kind: 'subscription'; id: string; owner: Owner }

  beforeAll(async () => {
    const id = await createSubscription(dashboard, owner, { customerId: 'story' })
    path = `/subscriptions/${id}`
    target = { kind: 'subscription', id, owner }
    const seen = {
      type: 'chain.fundsSeen',
      allowance: '240000000',
      balance: '3200000',
      position: 1,
    }
    await tellActor(dashboard, target, seen)
    await tellActor(dashboard, target, { type: 'subscription.activate' })
    await tellActor(dashboard, target, { ...seen, position: 2 })
  })

  test('it is told in sentences, the newest first, a page at a time', async () => {
    const { turns, page } = await get(`${path}/turns?limit=2&offset=1`)
    expect(page).toEqual({ limit: 2, offset: 1, total: 4 })
    expect(turns.map((turn: { seq: number }) => turn.seq)).toEqual([3, 2])
    expect(turns[1]).toMatchObject({
      sentence:
        'The chain was asked: the payer allows 240.00 tUSDC and has 3.20 tUSDC; a charge takes 10.00 tUSDC.',
      from: 'Draft.Idle',
      to: 'Draft.Idle',
      gap: null,
    })
  })

  test('it is shown as it was after any turn: resource, actions, timers and conditions', async () => {
    const before = await get(`${path}/turns/1`)
    expect(before).toMatchObject({
      turns: 4,
      state: { status: 'Draft', phase: 'Idle' },
      resource: { status: 'Draft', reason: null, allowance: '0 tUSDC' },
      actions: ['activate', 'cancel'],
      timers: [{ what: 'The draft is given up' }],
    })
    const after = await get(`${path}/turns/2`)
    expect(after.resource).toMatchObject({ allowance: '240 tUSDC' })
    expect(after.conditions[0]).toMatchObject({
      guard: 'mayBeginByItself',
      asks: 'It may begin by itself, no other to the same plan has begun while it waited for money, and the payer allows and has at least one amount.',
      answer: false,
      remembered: { amount: '10000000' },
      told: { allowance: '240000000', balance: '3200000' },
    })
    const now = await get(`${path}/turns/4`)
    const onlyOfLists = { planName: undefined, monthly: undefined }
    expect(now.resource).toEqual({ ...(await get(path)), ...onlyOfLists })
  })

  test('its diagram shows where it was', async () => {
    const asking = await get(`${path}/diagram.svg?turn=3`)
    expect(asking).toContain('active walked" data-state="Draft.CheckingFunds"')
    const now = await get(`${path}/diagram.svg`)
    expect(now).toContain('active walked" data-state="Draft.Idle"')
    expect(now).toContain('state walked" data-state="Draft.CheckingFunds"')
    expect(await get(`${path}/diagram.svg?turn=1`)).not.toContain(
      ' walked" data-state="Draft.CheckingFunds"',
    )
  })

  test('a turn that it does not have is not found, and one that is no number is refused', async () => {
    for (const address of [`${path}/turns/5`, `${path}/diagram.svg?turn=5`])
      expect(await alice.call('GET', `/test${address}`)).toMatchObject({
        status: 404,
        body: { message: 'It has no turn 5; its turns are 1 to 4.' },
      })
    for (const address of [
      `${path}/turns/0`,
      `${path}/diagram.svg?turn=x`,
      `${path}/turns/9999999999`,
    ])
      expect((await alice.call('GET', `/test${address}`)).status).toBe(400)
  })

  test('it is explained what is missing, since which turn, and what comes next', async () => {
    expect(await explanationOf(path)).toMatchObject({
      about: 'Failure',
      reason: 'InsufficientBalance',
      says: 'story has 3.20 tUSDC, 10.00 tUSDC is due: 6.80 tUSDC missing.',
      values: expect.arrayContaining([
        { name: 'amount', value: '10.00 tUSDC' },
        { name: 'in the wallet', value: '3.20 tUSDC' },
        { name: 'missing', value: '6.80 tUSDC' },
      ]),
      change: 'The payer adds at least 6.80 tUSDC to the wallet; the charge is then made at once.',
      helper: 'payer',
      turn: 4,
      conditions: [{ guard: 'allowsAndAffords', answer: false }],
      next: [{ what: 'The draft is given up' }],
    })
  })

  test('why it cannot be paused is answered without trying it', async () => {
    const { command } = await get(`${path}/explain?command=pause`)
    expect(command).toMatchObject({ outcome: 'refused', says: 'Draft (Idle) does not take pause.' })
    const { command: other } = await get(`${path}/explain?command=cancel`)
    expect(other).toMatchObject({ outcome: 'accepted', condition: null })
    const unknown = await alice.call('GET', `/test${path}/explain?command=explode`)
    expect(unknown).toMatchObject({ status: 400 })
    expect(unknown.body.message).toContain("has no command 'explode'. It has: ")
    expect((await get(`${path}/turns`)).page.total).toBe(4)
  })
})

test('where all is well there is nothing to explain', async () => {
  const paid = await createPaid(dashboard, owner, { inTime: 10_000_000, swept: '10000000' })
  expect(await explanationOf(`/payments/${paid.id}`)).toBeNull()
})

describe('every reason is explained with its condition, values, and what would change it', () => {
  test.each(chargeReasons)('of a charge: %s', async (reason) => {
    const id = await createCharge(dashboard, owner)
    await tellActor(
      dashboard,
      { kind: 'charge', id, owner },
      { type: 'charge.attemptFailed', reason },
    )
    await expectExplained(`/charges/${id}`, reason)
  })

  test.each(accessReasons)('of access: %s', async (reason) => {
    const customerId = `customer of ${reason}`
    const id = customerActorId(owner, customerId)
    const createdAt = dashboard.clock.now().toISOString()
    const target = { kind: 'customer', id, owner } as const
    const contractAddress = anAddress()
    await tellActor(dashboard, target, {
      type: 'customer.create',
      input: { id, ...owner, customerId, createdAt },
    })
    const granted = { type: 'customer.accessGranted', contractAddress, until: createdAt }
    await tellActor(dashboard, target, granted)
    await tellActor(dashboard, target, { type: 'customer.accessEnded', contractAddress, reason })
    await expectExplained(`/customers/${encodeURIComponent(customerId)}`, reason)
  })

  test.each(settlementReasons)('of a settlement: %s', async (reason) => {
    const { id } = await createPaid(dashboard, owner, { inTime: 10_000_000 })
    const target = { kind: 'payment', id, owner } as const
    await tellActor(dashboard, target, { type: 'payment.sweepHeldBack', reason })
    await expectExplained(`/payments/${id}`, reason)
  })

  test.each(permitReasons)('of a permit: %s', async (reason) => {
    const id = await createPermit(dashboard, owner)
    await tellActor(dashboard, { kind: 'permit', id, owner }, { type: 'permit.refused', reason })
    await expectExplained(`/permits/${id}`, reason)
  })

  test.each(deliveryReasons)('of a delivery: %s', async (reason) => {
    const eventId = newId(dashboard.clock.now())
    const id = await createDelivery(dashboard, owner, { eventId, sequence: 1 })
    await tellActor(
      dashboard,
      { kind: 'delivery', id, owner },
      { type: 'delivery.targetRemoved', reason },
    )
    await expectExplained(`/deliveries/${id}`, reason)
  })

  test('of a payment', async () => {
    const over = { endsInMs: -1_000 }
    const late = { late: 10_000_000 }
    const made: Record<string, () => Promise<{ id: string }>> = {
      NotPaid: () => createExpired(),
      Underpaid: async () => told(await createPayment(dashboard, owner, over), { inTime: 5 }),
      PaidLate: async () => told(await createPayment(dashboard, owner, over), late),
      Refunded: async () =>
        commanded(await told(await createPayment(dashboard, owner, over), late), refund),
      CalledOff: async () =>
        commanded(await createPayment(dashboard, owner), { type: 'payment.cancel' }),
      AcceptedByMerchant: async () =>
        commanded(await createPaid(dashboard, owner, { inTime: 5 }), { type: 'payment.accept' }),
      TakenBack: async () => {
        const payment = await createPaid(dashboard, owner, { inTime: 5, isConfirmed: false })
        return told(payment, { inTime: 0 })
      },
    }
    expect(Object.keys(made).toSorted()).toEqual([...paymentReasons].toSorted())
    // The exception that asks for a decision comes before the reason.
    const shown: Record<string, string> = { PaidLate: 'Late' }
    for (const [reason, make] of Object.entries(made)) {
      const { id } = await make()
      await expectExplained(`/payments/${id}`, shown[reason] ?? reason)
    }
  })

  test('of what waits for a decision of the merchant', async () => {
    const over = await createPaid(dashboard, owner, { inTime: 12_000_000 })
    const values = await expectExplained(`/payments/${over.id}`, 'Overpaid')
    expect(values).toContainEqual({ name: 'too much', value: '2.00 tUSDC' })
    const held = await createPaidAfterCancel(dashboard, owner, { inTime: 3 })
    await expectExplained(`/payments/${held.id}`, 'HeldAfterCancel')
  })
})

test('a charge that waits for gas names the gas wallet, what it holds, and what to send where', async () => {
  const { gasWallets } = await get('/gas-wallets')
  const [{ address }] = gasWallets
  const { pool } = dashboard.database
  await pool.query(`update gas_wallet set balance = 10 ^ 15 where address = $1`, [address])
  const id = await createCharge(dashboard, owner)
  const event = { type: 'charge.heldBack', reason: 'GasWalletEmpty' }
  await tellActor(dashboard, { kind: 'charge', id, owner }, event)
  const explanation = await explanationOf(`/charges/${id}`)
  expect(explanation).toMatchObject({ about: 'Wait', helper: 'merchant' })
  expect(explanation.values).toContainEqual({ name: 'gas wallet', value: address })
  expect(explanation.values).toContainEqual({ name: 'balance', value: '0.001 ETH' })
  expect(explanation.change).toContain(`Send ETH to the gas wallet ${address}`)
})

test('a request that waits is explained before anybody was told, without what nodes said', async () => {
  const id = await createCharge(dashboard, owner)
  expect(await explanationOf(`/charges/${id}`)).toBeNull()
  await dashboard.database.pool.query(
    `update outbox set waits_for = 'DisputedCharge', attempts = 4, last_error = 'https://node.example/secret'
     where entity_id = $1 and channel = 'chain'`,
    [id],
  )
  const explanation = await explanationOf(`/charges/${id}`)
  expect(explanation).toMatchObject({ about: 'Wait', reason: 'NodesDiffer', helper: 'operator' })
  expect(explanation.values).toContainEqual({ name: 'tries so far', value: '4' })
  expect(JSON.stringify(explanation)).not.toContain('secret')
})

async function expectExplained(path: string, reason: string) {
  const explanation = await explanationOf(path)
  expect(explanation).toMatchObject({ reason, condition: expect.stringMatching(/^[A-Z].*\.$/) })
  expect(explanation.change).toMatch(/^[A-Z].*\.$/)
  expect(explanation.values.length).toBeGreaterThan(0)
  expect(JSON.stringify(explanation.values)).not.toMatch(/undefined|null|NaN|""/)
  expect(explanation.says).not.toContain('An earlier version')
  return explanation.values
}

type Payment = { id: string }

async function told(payment: Payment, sums: Parameters<typeof tellDeposits>[3]): Promise<Payment> {
  await tellDeposits(dashboard, owner, payment.id, sums)
  return payment
}

/** Its time is over, and the report that nothing came says so. */
const createExpired = async () =>
  told(await createPayment(dashboard, owner, { endsInMs: -1_000 }), {})

async function commanded(payment: Payment, event: MessageEvent): Promise<Payment> {
  await tellActor(dashboard, { kind: 'payment', id: payment.id, owner }, event)
  return payment
}

const unsaid = { asset: null, transactionHash: null, note: null }
const refund = { type: 'payment.recordRefund', amount: '10000000', ...unsaid }

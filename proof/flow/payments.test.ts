import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../examples/client/eventually.ts'
import type { EventJson, PaymentJson } from '../../examples/client/merchant.ts'
import { type FlowWorld, startWorld } from '../../test/flow/world.ts'

let world: FlowWorld
beforeAll(async () => {
  world = await startWorld()
})
beforeEach(() => world.payer.earn(1_000))
afterAll(() => world?.stop())

const token = 1_000_000n
const hourDays = 1 / 24

test('a payment from any wallet is reported at every step, and the merchant gets the money (S1-1, S6-1)', async () => {
  const { merchant, payer } = world
  const { receiver } = merchant.dev.merchant
  const before = await payer.balance(receiver)
  const payment = await merchant.createPayment('10', { metadata: { order: 4711 } })
  expect(payment).toMatchObject({ status: 'Created', metadata: { order: 4711 } })

  await payer.send(payment.depositAddress, 10n * token)
  const settled = await whenPayment(payment.id, ({ settlement }) => settlement === 'Settled')
  expect(settled).toMatchObject({
    status: 'Succeeded',
    phase: 'Exact',
    paidAmount: { value: '10', currency: 'ltUSDC' },
    exception: null,
  })
  expect((await payer.balance(receiver)) - before).toBe(10n * token)
  await whenReceived(payment.id, (events) => events.at(-1)?.payment.settlement === 'Settled')
  const events = eventsOf(payment.id)
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
  expect(events[0]).toMatchObject({ eventType: 'PaymentCreated' })
  expect(events.map(({ payment: { status } }) => status)).toContain('Succeeded')
  for (const event of events) expect(event.payment.metadata).toEqual({ order: 4711 })
})

test('a payment of too little leaves the rest due at the same address, and the rest completes it', async () => {
  const { merchant, payer } = world
  const payment = await merchant.createPayment('10')
  await payer.send(payment.depositAddress, 4n * token)
  const partial = await whenPayment(payment.id, ({ phase }) => phase === 'Partial')
  expect(partial).toMatchObject({ status: 'InProgress', dueAmount: { value: '6' } })
  await payer.send(payment.depositAddress, 6n * token)
  await whenPayment(payment.id, ({ phase }) => phase === 'Exact')
})

test('a payment that has got too little at its end is an exception, which the merchant can accept', async () => {
  const { merchant, payer } = world
  const payment = await merchant.createPayment('10')
  await payer.send(payment.depositAddress, 9n * token)
  await whenPayment(payment.id, ({ phase }) => phase === 'Partial')
  await merchant.pass(2 * hourDays)
  expect(await merchant.readPayment(payment.id)).toMatchObject({
    status: 'Expired',
    exception: 'Underpaid',
    paidAmount: { value: '9' },
  })
  await merchant.mandate.payments.accept(payment.id)
  await whenPayment(
    payment.id,
    ({ phase, settlement }) => phase === 'Accepted' && settlement === 'Settled',
  )
})

test('a payment of more than the amount shows an excess until a refund is recorded', async () => {
  const { merchant, payer } = world
  const payment = await merchant.createPayment('10')
  await payer.send(payment.depositAddress, 12n * token)
  const over = await whenPayment(payment.id, ({ phase }) => phase === 'Overpaid')
  expect(over).toMatchObject({
    status: 'Succeeded',
    exception: 'Overpaid',
    excessAmount: { value: '2' },
  })
  const amount = { value: '2', currency: 'ltUSDC' }
  await merchant.mandate.refunds.record(payment.id, { amount })
  expect(await merchant.readPayment(payment.id)).toMatchObject({
    status: 'Succeeded',
    exception: null,
    refundedAmount: amount,
    excessAmount: { value: '0' },
  })
})

test('money that comes after the end of a payment is seen, moved to the merchant, and decided by the merchant', async () => {
  const { merchant, payer } = world
  const payment = await merchant.createPayment('10')
  await merchant.pass(2 * hourDays)
  expect(await merchant.readPayment(payment.id)).toMatchObject({
    status: 'Expired',
    reason: 'NotPaid',
    exception: null,
  })
  await payer.send(payment.depositAddress, 10n * token)
  const late = await whenPayment(payment.id, ({ settlement }) => settlement === 'Settled')
  expect(late).toMatchObject({ status: 'Expired', phase: 'Late', exception: 'Late' })
  const amount = { value: '10', currency: 'ltUSDC' }
  await merchant.mandate.refunds.record(payment.id, { amount })
  const refunded = await merchant.readPayment(payment.id)
  expect(refunded).toMatchObject({ status: 'Expired', phase: 'Refunded', exception: null })
})

test('an empty gas wallet holds back only the sweep of a payment, which reports the reason (P13)', async () => {
  const { merchant, payer } = world
  const address = merchant.dev.merchant.gasWallet as `0x${string}`
  const full = await payer.reader.getBalance({ address })
  await payer.node.setBalance({ address, value: 0n })
  const payment = await merchant.createPayment('10')
  await payer.send(payment.depositAddress, 10n * token)
  const waiting = await whenPayment(
    payment.id,
    ({ settlementReason }) => settlementReason === 'GasWalletEmpty',
  )
  expect(waiting).toMatchObject({ status: 'Succeeded', settlement: 'Waiting' })
  await payer.node.setBalance({ address, value: full })
  await whenPayment(payment.id, ({ settlement }) => settlement === 'Settled')
})

const whenPayment = (id: string, isSo: (payment: PaymentJson) => boolean): Promise<PaymentJson> =>
  eventually(`payment ${id}`, async () => {
    const payment = await world.merchant.readPayment(id)
    return isSo(payment) ? payment : null
  })

type PaymentEvent = EventJson & { payment: PaymentJson }

const eventsOf = (id: string): PaymentEvent[] =>
  world.receiver.received.filter(
    (event): event is PaymentEvent => (event['payment'] as PaymentJson | undefined)?.id === id,
  )

const whenReceived = (id: string, isSo: (events: PaymentEvent[]) => boolean) =>
  eventually('the webhooks', () => Promise.resolve(isSo(eventsOf(id)) || null))

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEventRelay } from '../../src/relays/event.relay.ts'
import { PaymentResource } from '../../src/core/resources/payment.ts'
import type { EventType } from '../../src/shared/event-types.ts'
import { eventBody } from '../../src/core/events/catalogue.ts'
import { addressOf } from '../dashboard/world.ts'
import { type Sums, tellDeposits } from '../support/deposits.ts'
import { settle } from '../support/settle.ts'
import { newPayment, newReadyMerchant, startWorld, type World } from './world.ts'

let world: World
let relay: { stop(): Promise<void> }
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
let id: string
const path = '/integration/payments'
const token = 1_000_000
const metadata = { order: 4711, items: ['coffee'] }
const stray = { token: addressOf('d0'), asset: 'tUSDT', decimals: 6, amount: '5' }

beforeAll(async () => {
  world = await startWorld()
  relay = startEventRelay(world)
  merchant = await newReadyMerchant(world)
  id = (await merchant.post(path, newPayment({ metadata }))).body.payment.id
  const tell = (sums: Sums) => tellDeposits(world, merchant.owner, id, sums)
  await tell({ inTime: 4 * token })
  await tell({ inTime: 12 * token, isConfirmed: false })
  await tell({ inTime: 12 * token })
  await tell({ inTime: 12 * token, swept: String(12 * token) })
  await tell({ inTime: 12 * token, swept: String(12 * token), others: [stray] })
  const amount = { value: '2', currency: 'tUSDC' }
  await merchant.post(`${path}/${id}/refunds`, { amount })
})
afterAll(async () => {
  await relay.stop()
  await world.stop()
})

/** The payment reports this, step by step. */
const steps = [
  ['PaymentCreated', { status: 'Created', exception: null }],
  ['PaymentStatusChanged', { status: 'InProgress', phase: 'Partial', dueAmount: { value: '6' } }],
  [
    'PaymentFundsChanged',
    { status: 'InProgress', phase: 'Confirming', seenAmount: { value: '12' } },
  ],
  ['PaymentStatusChanged', { status: 'Succeeded', phase: 'Overpaid', exception: 'Overpaid' }],
  ['PaymentFundsChanged', { settlement: 'Settled', settledAmount: { value: '12' } }],
  ['PaymentFundsChanged', { otherTokens: [{ asset: 'tUSDT', amount: '0.000005' }] }],
  ['PaymentFundsChanged', { phase: 'ExcessRefunded', exception: 'WrongToken' }],
] as const

// The events API gives the webhooks' bodies, byte for byte.
const told = async () =>
  (await merchant.get('/integration/events?limit=1000')).body.events.filter(
    ({ payment }: { payment?: { id: string } }) => payment?.id === id,
  )

test('every step of a payment is told, in order and without a hole', async () => {
  await settle(world)
  expect((await told()).length).toBe(steps.length)
  const events = await told()
  for (const [index, [eventType, payment]] of steps.entries())
    expect(events[index]).toMatchObject({ eventType, sequence: index + 1, payment })
})

test('every body has the shape of the catalogue, with the payment as the API has it', async () => {
  for (const event of await told()) {
    expect(eventBody(event.eventType as EventType, PaymentResource).parse(event)).toEqual(event)
    expect(event.payment.metadata).toEqual(metadata)
  }
  const { payment } = (await merchant.get(`${path}/${id}`)).body
  expect((await told()).at(-1).payment).toEqual(payment)
})

test('every event names its cause and the status before', async () => {
  const events = await told()
  expect(events[0]).toMatchObject({
    previousStatus: null,
    cause: { type: 'command', command: 'payment.create', by: 'merchant' },
  })
  expect(events[1]).toMatchObject({ previousStatus: 'Created', cause: { type: 'transaction' } })
  expect(events.at(-1)).toMatchObject({
    previousStatus: 'Succeeded',
    cause: { type: 'command', command: 'payment.recordRefund', by: 'merchant' },
  })
})

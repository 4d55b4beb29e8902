/** The gas that strangers and payers can make a merchant spend on sweeps: less than they bring. */
import { parseGwei } from 'viem'
import { getBalance } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentInput } from '../../machines/payment/payment.events.ts'
import { mineBlockAt } from '../../test/chain/dev-node.ts'
import { newPayer, type Payer, unit } from '../../test/chain/payers.ts'
import {
  pay,
  paymentOf,
  request,
  sayToPayment,
  untilPayment,
  untilPaymentState,
} from '../../test/chain/payments.ts'
import { transactionsOf, untilQuiet } from '../../test/chain/until.ts'
import {
  createWorld,
  startRelay,
  startThinking,
  startWatching,
  type World,
} from '../../test/chain/world.ts'

const least = unit / 10n
let world: World
let payer: Payer
let rest: { stop(): Promise<void> }[]
let relay: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld({ minSweep: '0.1', sweepMaxFeePerGasGwei: '300' })
  rest = [startThinking(world), startWatching(world)]
  relay = startRelay(world)
  payer = await newPayer(world, 10_000n * unit)
})
afterAll(async () => {
  await relay?.stop()
  for (const part of rest ?? []) await part.stop()
  await world?.close()
})

const sweeps = async () =>
  (await transactionsOf(world)).filter(({ context }) => context['purpose'] === 'sweep').length
const gasMoney = () => getBalance(world.direct.reader, { address: world.merchant.wallet })

const untilReason = (payment: PaymentInput, reason: string) =>
  untilPayment(world, payment, reason, ({ context }) => context.sweepReason === reason)
const untilSwept = (payment: PaymentInput, amount: bigint) =>
  untilPayment(world, payment, 'swept', ({ context }) => context.swept === String(amount))

async function paidAndSwept(): Promise<PaymentInput> {
  const payment = await request(world)
  await pay(world, payer, payment, 10n * unit)
  await untilSwept(payment, 10n * unit)
  return payment
}

test('dust that comes again and again, to one address or to many, costs the merchant nothing (P23)', async () => {
  const payments = [await paidAndSwept(), await paidAndSwept(), await paidAndSwept()]
  await untilQuiet(world)
  const [before, sweepsBefore] = [await gasMoney(), await sweeps()]
  for (let round = 1n; round <= 4n; round++)
    for (const payment of payments) {
      await pay(world, payer, payment, 1n)
      const came = String(10n * unit + round)
      await untilPayment(world, payment, came, ({ context }) => context.inTime.confirmed === came)
    }
  for (const payment of payments) await untilReason(payment, 'BelowMinimum')
  await untilQuiet(world)
  expect(await sweeps()).toBe(sweepsBefore)
  expect(await gasMoney()).toBe(before)

  const [first] = payments
  await pay(world, payer, first!, least)
  const { context } = await untilSwept(first!, 10n * unit + 4n + least)
  expect(context.sweepReason).toBeNull()
})

test('a payment of less than its gas waits, and goes when the merchant orders it', async () => {
  const payment = await request(world, { amount: '1' })
  await pay(world, payer, payment, 1n)
  await untilPaymentState(world, payment, 'Succeeded.Exact')
  await untilReason(payment, 'BelowMinimum')
  await untilQuiet(world)
  const before = await sweeps()
  await sayToPayment(world, payment, { type: 'payment.sweep' })
  await untilSwept(payment, 1n)
  expect(await sweeps()).toBe(before + 1)
})

test('while gas is dear a sweep waits, and goes by order, or when gas is cheaper', async () => {
  await untilQuiet(world)
  const before = await sweeps()
  const [ordered, patient] = [await request(world), await request(world)]
  await relay.stop()
  for (const payment of [ordered, patient]) {
    await pay(world, payer, payment, 10n * unit)
    await untilPaymentState(world, payment, 'Succeeded.Exact')
  }
  await mineBlockAt(world.direct, parseGwei('200'))
  relay = startRelay(world)
  for (const payment of [ordered, patient]) await untilReason(payment, 'GasTooDear')
  expect(await sweeps()).toBe(before)

  await sayToPayment(world, ordered, { type: 'payment.sweep' })
  await untilSwept(ordered, 10n * unit)
  expect((await paymentOf(world, patient)).context.sweepReason).toBe('GasTooDear')

  await mineBlockAt(world.direct, parseGwei('1'))
  await checkAgain()
  await untilSwept(patient, 10n * unit)
  await untilQuiet(world)
  expect(await sweeps()).toBe(before + 2)
})

/**
 * Makes sweeps due now, as if the wait for the next check were over: the database's time cannot be
 * moved.
 */
async function checkAgain(): Promise<void> {
  await world.database.pool.query(
    `update outbox set available_at = now() where waits_for = 'GasTooDear'`,
  )
  world.bus.wake('chain')
}

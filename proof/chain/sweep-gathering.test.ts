import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentInput } from '../../machines/payment/payment.events.ts'
import { sweepsMax } from '../../src/chain/gas/gas-limits.ts'
import { newPayer, type Payer, pushFrom, tokenOf, unit } from '../../test/chain/payers.ts'
import {
  pay,
  paymentOf,
  request,
  sayToPayment,
  transfer,
  untilPayment,
  untilPaymentState,
} from '../../test/chain/payments.ts'
import { transactionsOf, until, untilQuiet } from '../../test/chain/until.ts'
import { createWorld, startAll, type World } from '../../test/chain/world.ts'

const sweepAfterSeconds = 3_600

let world: World
let payer: Payer
let service: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld({ sweepAfterSeconds })
  service = startAll(world)
  payer = await newPayer(world, 10_000n * unit)
})
afterAll(async () => {
  await service?.stop()
  await world?.close()
})

type Waiting = { id: string; seconds: number }

/** Reads the requests that wait for others, and for how long they will. */
async function waiting(): Promise<Waiting[]> {
  const { rows } = await world.database.pool.query<Waiting>(
    `select id, extract(epoch from available_at - now())::float8 as seconds from outbox
     where name = 'requestSweep' and attempts = 1 and last_error is not null order by id`,
  )
  return rows
}

const untilWaiting = (count: number) =>
  until(`${count} wait`, async () => {
    const rows = await waiting()
    return rows.length === count && rows
  })

/** Makes the first one's wait end: the database's time cannot be moved. */
const endTheWait = () =>
  world.database.pool.query(
    `update outbox set available_at = now() where name = 'requestSweep' and attempts = 1`,
  )

async function paid(): Promise<PaymentInput> {
  const payment = await request(world)
  await pay(world, payer, payment, 10n * unit)
  await untilPaymentState(world, payment, 'Succeeded.Exact')
  return payment
}

const batchSizes = async () =>
  (await transactionsOf(world)).map(({ context }) => (context['items'] as unknown[]).length)

test('deposits gather until the oldest of them has waited long enough, and are swept together', async () => {
  const payments = [await paid()]
  const [first] = await untilWaiting(1)
  expect(first!.seconds).toBeGreaterThan(sweepAfterSeconds - 60)
  await world.database.pool.query(
    `update outbox set available_at = now() + interval '1000 seconds' where id = $1`,
    [first!.id],
  )
  payments.push(await paid(), await paid())
  const together = await untilWaiting(3)
  for (const { seconds } of together) expect(seconds).toBeLessThanOrEqual(1_000)

  await endTheWait()
  for (const payment of payments)
    await untilPayment(world, payment, 'swept', ({ context }) => context.swept !== '0')
  await untilQuiet(world)
  expect(await batchSizes()).toEqual([3])
})

test('a full batch of deposits is swept without further waiting', async () => {
  const payments: PaymentInput[] = []
  while (payments.length < sweepsMax) payments.push(await request(world))
  for (const { depositAddress } of payments)
    await pushFrom(world, payer, transfer(depositAddress, 10n * unit, tokenOf(world)))
  await until('all are swept', async () => {
    const found = await Promise.all(payments.map((payment) => paymentOf(world, payment)))
    return found.every(({ context }) => context.swept !== '0')
  })
  await untilQuiet(world)
  const sizes = await batchSizes()
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(3 + sweepsMax)
  expect(sizes.length).toBeLessThanOrEqual(4)
})

test('a sweep that the merchant orders leaves at once, and nothing is left to do for the one that waited', async () => {
  const [ordered, other] = [await paid(), await paid()]
  await untilWaiting(2)
  await sayToPayment(world, ordered, { type: 'payment.sweep' })
  await untilPayment(world, ordered, 'swept', ({ context }) => context.swept !== '0')
  expect((await paymentOf(world, other)).context.swept).toBe('0')

  await endTheWait()
  await untilPayment(world, other, 'swept', ({ context }) => context.swept !== '0')
  await untilQuiet(world)
  expect((await batchSizes()).slice(-2)).toEqual([1, 1])
})

import { readContract } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentInput } from '../../machines/payment/payment.events.ts'
import { erc20Abi } from '../../src/chain/abi/erc20.ts'
import { setBalance } from './dev-node.ts'
import { newPayer, type Payer, tokenOf, unit } from './payers.ts'
import { pay, request, untilPayment, untilPaymentState } from './payments.ts'
import { transactionsOf, untilQuiet } from './until.ts'
import { createWorld, startRelay, startThinking, startWatching, type World } from './world.ts'

const oneEther = 10n ** 18n
let world: World
let payer: Payer
let rest: { stop(): Promise<void> }[]
let relay: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld()
  rest = [startThinking(world), startWatching(world)]
  relay = startRelay(world)
  payer = await newPayer(world, 10_000n * unit)
})
afterAll(async () => {
  await relay?.stop()
  for (const part of rest ?? []) await part.stop()
  await world?.close()
})

const received = () =>
  readContract(world.direct.reader, {
    address: tokenOf(world),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [world.merchant.receiver],
  })

const untilSettled = (payment: { id: string }, amount: bigint) =>
  untilPayment(world, payment, 'settled', ({ context }) => context.swept === String(amount))

test('what was paid moves on to the merchant, and later money as well', async () => {
  const before = await received()
  const payment = await request(world)
  await pay(world, payer, payment, 10n * unit)
  await untilPaymentState(world, payment, 'Succeeded.Exact')
  await untilSettled(payment, 10n * unit)
  expect((await received()) - before).toBe(10n * unit)

  await pay(world, payer, payment, 5n * unit)
  await untilPaymentState(world, payment, 'Succeeded.Overpaid')
  await untilSettled(payment, 15n * unit)
  await untilQuiet(world)
  expect((await received()) - before).toBe(15n * unit)
})

test('an empty gas wallet lets the money wait, says so once, and goes on when it is filled', async () => {
  await setBalance(world.direct, world.merchant.wallet, 0n)
  const payment = await request(world)
  await pay(world, payer, payment, 10n * unit)
  await untilPayment(
    world,
    payment,
    'held back',
    ({ context }) => context.sweepReason === 'GasWalletEmpty',
  )
  await setBalance(world.direct, world.merchant.wallet, oneEther)
  const { context } = await untilSettled(payment, 10n * unit)
  expect(context.sweepReason).toBeNull()
})

test('many deposits are swept in one transaction', async () => {
  await untilQuiet(world)
  await relay.stop()
  const sentBefore = (await transactionsOf(world)).length
  const payments: PaymentInput[] = []
  for (let i = 0; i < 5; i++) {
    const payment = await request(world)
    await pay(world, payer, payment, 10n * unit)
    payments.push(payment)
  }
  for (const payment of payments) await untilPaymentState(world, payment, 'Succeeded.Exact')
  relay = startRelay(world)
  for (const payment of payments) await untilSettled(payment, 10n * unit)
  await untilQuiet(world)
  const sent = (await transactionsOf(world)).slice(sentBefore)
  expect(sent.map(({ context }) => (context['items'] as unknown[]).length)).toEqual([5])
})

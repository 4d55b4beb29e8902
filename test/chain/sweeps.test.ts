import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentInput } from '../../machines/payment/payment.events.ts'
import { hashPaymentId } from '../../src/shared/addresses/deposit-address.ts'
import { idToBytes32 } from '../../src/shared/ids.ts'
import { mineBlock, setAutomine, setBalance } from './dev-node.ts'
import { newPayer, type Payer, pushFrom, sendFrom, tokenOf, unit } from './payers.ts'
import {
  pay,
  paymentOf,
  receivedBy,
  request,
  sayToPayment,
  sweepCall,
  transfer,
  untilPayment,
  untilPaymentState,
} from './payments.ts'
import { deployHostileToken } from './strange-tokens.ts'
import { transactionsOf, until, untilQuiet } from './until.ts'
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

const received = () => receivedBy(world)

/** The numbers of deposits in the sweeps so far, the oldest first. */
const batchSizes = async (): Promise<number[]> =>
  (await transactionsOf(world))
    .filter(({ context }) => context['purpose'] === 'sweep')
    .map(({ context }) => (context['items'] as unknown[]).length)

const untilSettled = (payment: { id: string }, amount: bigint) =>
  untilPayment(world, payment, 'settled', ({ context }) => context.swept === String(amount))

test('money that was paid moves on to the merchant, and later money as well', async () => {
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

test('the call of a sweep, which everybody reads, names the payment by its hash and not by its id', async () => {
  const payment = await request(world)
  await pay(world, payer, payment, 10n * unit)
  await untilSettled(payment, 10n * unit)
  const sweeps = (await transactionsOf(world)).filter(({ context }) =>
    JSON.stringify(context['items']).includes(payment.id),
  )
  const calls = sweeps.map(({ context }) => String(context['data']))
  const idHash = hashPaymentId(payment.id, payment.depositSalt)
  expect(calls.length).toBeGreaterThan(0)
  for (const call of calls) {
    expect(call).toContain(idHash.slice(2))
    expect(call).not.toContain(idToBytes32(payment.id).slice(2, 34))
    expect(call).not.toContain(payment.depositSalt.slice(2))
  }
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
  const before = await batchSizes()
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
  expect(await batchSizes()).toEqual([...before, 5])
})

test('money that a stranger has moved on is settled, and nothing is sent for it', async () => {
  await untilQuiet(world)
  await relay.stop()
  const before = await batchSizes()
  const payment = await request(world)
  await pay(world, payer, payment, 10n * unit)
  await untilPaymentState(world, payment, 'Succeeded.Exact')
  await sendFrom(world, payer, sweepCall(world, payment))
  await untilSettled(payment, 10n * unit)
  relay = startRelay(world)
  await untilQuiet(world)
  expect(await batchSizes()).toEqual(before)
  expect((await paymentOf(world, payment)).context.sweepReason).toBeNull()
})

test('a stranger whose sweep is faster than ours on its way does no harm', async () => {
  const payment = await request(world)
  await pay(world, payer, payment, 10n * unit)
  await setAutomine(world.direct, false)
  await until('our sweep in the pool', async () =>
    (await transactionsOf(world)).some(({ status }) => status === 'Broadcast'),
  )
  await pushFrom(world, payer, sweepCall(world, payment))
  await setAutomine(world.direct, true)
  await mineBlock(world.direct)
  await untilSettled(payment, 10n * unit)
  await untilQuiet(world)
  expect((await paymentOf(world, payment)).context).toMatchObject({
    sweepReason: null,
    sweepFailures: 0,
  })
})

test('another token moves on when the merchant asks for it', async () => {
  const payment = await request(world)
  const tether = tokenOf(world, 'ltUSDT')
  const { depositAddress } = payment
  await sendFrom(world, payer, {
    ...transfer(depositAddress, 0n, tether),
    name: 'mint',
    args: [depositAddress, 10n * unit],
  })
  await pay(world, payer, payment, 10n * unit)
  await untilSettled(payment, 10n * unit)
  await sayToPayment(world, payment, { type: 'payment.sweep' })
  await until(
    'the other token is with the merchant',
    async () => (await receivedBy(world, tether)) === 10n * unit,
  )
})

test('a token that refuses to move says why, costs no gas, and holds up no other', async () => {
  await untilQuiet(world)
  const { address, abi } = await deployHostileToken(world, payer, 'BlockingToken', 100n * unit)
  const blocked = await request(world, { token: address })
  const args = [blocked.depositAddress, true]
  await sendFrom(world, payer, { to: address, abi, name: 'block_', args })
  const before = await batchSizes()
  await pay(world, payer, blocked, 10n * unit, address)
  await untilPayment(
    world,
    blocked,
    'refused',
    ({ context }) => context.sweepReason === 'DepositBlocked',
  )
  await untilQuiet(world)
  expect(await batchSizes()).toEqual(before)

  const healthy = await request(world)
  await pay(world, payer, healthy, 10n * unit)
  await untilSettled(healthy, 10n * unit)
  await sendFrom(world, payer, { to: address, abi, name: 'block_', args: [args[0], false] })
  await sayToPayment(world, blocked, { type: 'payment.sweep' })
  await untilSettled(blocked, 10n * unit)
})

test('a token that begins to refuse after the pre-check fails its deposit alone, and moves when it may', async () => {
  await untilQuiet(world)
  const { address, abi } = await deployHostileToken(world, payer, 'BlockingToken', 100n * unit)
  const [blocked, healthy] = [
    await request(world, { token: address }),
    await request(world, { token: address }),
  ]
  await relay.stop()
  for (const payment of [blocked, healthy]) {
    await pay(world, payer, payment, 10n * unit, address)
    await untilPaymentState(world, payment, 'Succeeded.Exact')
  }
  await setAutomine(world.direct, false)
  relay = startRelay(world)
  await until('our sweep in the pool', async () =>
    (await transactionsOf(world)).some(({ status }) => status === 'Broadcast'),
  )
  const args = [blocked.depositAddress, true]
  await pushFrom(world, payer, { to: address, abi, name: 'block_', args })
  await setAutomine(world.direct, true)
  await mineBlock(world.direct)
  await untilSettled(healthy, 10n * unit)
  await untilPayment(
    world,
    blocked,
    'refused',
    ({ context }) => context.sweepReason === 'DepositBlocked',
  )
  await sendFrom(world, payer, { to: address, abi, name: 'block_', args: [args[0], false] })
  await untilSettled(blocked, 10n * unit)
})

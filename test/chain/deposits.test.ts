import { toEventSelector, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mineBlock, setAutomine } from './dev-node.ts'
import { newPayer, type Payer, pushFrom, sendFrom, tokenOf, unit } from './payers.ts'
import {
  pay,
  paymentOf,
  request,
  transfer,
  untilPayment,
  untilPaymentState,
  reportsTo,
} from './payments.ts'
import { deployFake, deployHostileToken, logAnything, nextLogger } from './strange-tokens.ts'
import { createWorld, startThinking, startWatching, type World } from './world.ts'

const transferTopic = toEventSelector('Transfer(address,address,uint256)')

let world: World
let payer: Payer
let parts: { stop(): Promise<void> }[]

beforeAll(async () => {
  world = await createWorld()
  parts = [startThinking(world), startWatching(world)]
  payer = await newPayer(world, 1_000n * unit)
})
afterAll(async () => {
  for (const part of parts ?? []) await part.stop()
  await world?.close()
})

const both = (amount: bigint) => ({ seen: String(amount), confirmed: String(amount) })

test('a part of the amount leaves the rest due, and the rest completes the payment', async () => {
  const payment = await request(world)
  await pay(world, payer, payment, 4n * unit)
  await untilPaymentState(world, payment, 'InProgress.Partial')
  const hash = await pay(world, payer, payment, 6n * unit)
  const { context } = await untilPaymentState(world, payment, 'Succeeded.Exact')
  expect(context).toMatchObject({ inTime: both(10n * unit), late: both(0n), transactionHash: hash })
})

test('money above the amount is seen in full', async () => {
  const payment = await request(world)
  await pay(world, payer, payment, 11n * unit)
  const { context } = await untilPaymentState(world, payment, 'Succeeded.Overpaid')
  expect(context.inTime).toEqual(both(11n * unit))
})

test('two payers who pay the same payment in the same block have both paid', async () => {
  const payment = await request(world)
  const other = await newPayer(world, 100n * unit)
  await setAutomine(world.direct, false)
  for (const who of [payer, other, payer])
    await pushFrom(world, who, transfer(payment.depositAddress, 5n * unit, tokenOf(world)))
  await mineBlock(world.direct)
  await setAutomine(world.direct, true)
  const { context } = await untilPaymentState(world, payment, 'Succeeded.Overpaid')
  expect(context.inTime).toEqual(both(15n * unit))
  expect(await reportsTo(world, payment)).toHaveLength(1)
})

test('two payments in the same block each get their own money', async () => {
  const [one, other] = [await request(world), await request(world)]
  await setAutomine(world.direct, false)
  await pushFrom(world, payer, transfer(one.depositAddress, 10n * unit, tokenOf(world)))
  await pushFrom(world, payer, transfer(other.depositAddress, 3n * unit, tokenOf(world)))
  await mineBlock(world.direct)
  await setAutomine(world.direct, true)
  await untilPaymentState(world, one, 'Succeeded.Exact')
  await untilPaymentState(world, other, 'InProgress.Partial')
})

test('another token than the one asked for is seen, and pays nothing', async () => {
  const payment = await request(world)
  const tether = tokenOf(world, 'ltUSDT')
  await sendFrom(world, payer, {
    ...transfer(payment.depositAddress, 0n, tether),
    name: 'mint',
    args: [payment.depositAddress, 10n * unit],
  })
  const { status, context } = await untilPayment(world, payment, 'another token', (found) =>
    Boolean(found.context.others.length),
  )
  expect(status).toBe('Created')
  expect(context.others).toEqual([
    { token: tether, asset: 'ltUSDT', decimals: 6, amount: String(10n * unit) },
  ])
})

test('a fake token with the same name and the same events pays nothing', async () => {
  const payment = await request(world)
  const fake = await deployFake(world, payer, 100n * unit)
  await pay(world, payer, payment, 10n * unit, fake)
  const { status, context } = await untilPayment(world, payment, 'the fake', (found) =>
    Boolean(found.context.others.length),
  )
  expect(status).toBe('Created')
  expect(context.others).toEqual([
    { token: fake, asset: null, decimals: null, amount: String(10n * unit) },
  ])
})

test('known tokens are shown before unknown ones, and none hides another by its many logs', async () => {
  const payment = await request(world)
  const sender = payer.address
  const to = payment.depositAddress
  const loud = await deployFake(world, payer, 10n * unit)
  for (let i = 0; i < 8; i++) await pay(world, payer, payment, 1n, loud)
  for (let i = 0; i < 10; i++) await logAnything(world, payer, [transferTopic, sender, to], [1n])
  const tether = tokenOf(world, 'ltUSDT')
  await sendFrom(world, payer, { ...transfer(to, 0n, tether), name: 'mint', args: [to, unit] })
  const { context } = await untilPayment(
    world,
    payment,
    'the known token',
    (found) => found.context.others[0]?.asset === 'ltUSDT',
  )
  expect(context.others).toHaveLength(8)
  const { rows } = await world.database.pool.query<{ logs: number }>(
    `select count(*)::int as logs from deposit_log where payment_id = $1 and token <> $2
     group by token order by 1 desc`,
    [payment.id, tether],
  )
  expect(rows.map(({ logs }) => logs)).toEqual([5, ...Array.from({ length: 10 }, () => 1)])
})

test('transfers of nothing and malformed logs are passed over', async () => {
  const payment = await request(world)
  const [from, to] = [payer.address, payment.depositAddress]
  await pay(world, payer, payment, 0n)
  await logAnything(world, payer, [transferTopic, from, to, '0x01'], [])
  await logAnything(world, payer, [transferTopic, from, to], [])
  await logAnything(world, payer, [transferTopic, from, to], [1n, 2n])
  await pay(world, payer, payment, 10n * unit)
  const { context } = await untilPaymentState(world, payment, 'Succeeded.Exact')
  expect(context.others).toEqual([])
  expect(await reportsTo(world, payment)).toHaveLength(1)
})

test('an amount above what a uint256 holds is cut to that', async () => {
  const payment = await request(world)
  const topics = [transferTopic, zeroAddress, payment.depositAddress] as const
  await logAnything(world, payer, [...topics], [2n ** 256n - 1n])
  const { context } = await untilPayment(world, payment, 'the fake', (found) =>
    Boolean(found.context.others.length),
  )
  expect(context.others[0]!.amount).toBe(String(2n ** 256n - 1n))
})

test('only the money that came counts where a token takes a fee', async () => {
  const { address } = await deployHostileToken(world, payer, 'FeeToken', 100n * unit)
  const payment = await request(world, { token: address })
  await pay(world, payer, payment, 10n * unit, address)
  const { context } = await untilPaymentState(world, payment, 'InProgress.Partial')
  expect(context.inTime).toEqual(both(9n * unit))
})

test('only the money that is there counts where a token logs more than it moves', async () => {
  const { address } = await deployHostileToken(world, payer, 'BoastingToken', 100n * unit)
  const payment = await request(world, { token: address })
  await pay(world, payer, payment, 1n * unit, address)
  const { context } = await untilPaymentState(world, payment, 'InProgress.Partial')
  expect(context.inTime).toEqual(both(1n * unit))
  expect(await paymentOf(world, payment)).toMatchObject({ status: 'InProgress' })
})

test('a payment in something that is no token holds up no other', async () => {
  const healthy = await request(world)
  const troubled = await request(world, { token: await nextLogger(world, payer) })
  await logAnything(
    world,
    payer,
    [transferTopic, payer.address, troubled.depositAddress],
    [10n * unit],
  )
  await pay(world, payer, healthy, 10n * unit)
  await untilPaymentState(world, healthy, 'Succeeded.Exact')
  expect(await reportsTo(world, troubled)).toMatchObject([{ inTime: both(0n), others: [] }])
})

import { numberToHex } from 'viem'
import { getBlock, getBlockNumber } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest'
import type { PaymentInput } from '../../machines/payment/payment.events.ts'
import { advanceChainTime } from '../../src/chain/embedded-time.ts'
import { checkBalances } from '../../src/reader/deposits/balance-round.ts'
import { findHead } from '../../src/store/views/deposits.ts'
import { command, mineBlock } from './dev-node.ts'
import { newPayer, type Payer, unit } from './payers.ts'
import {
  pay,
  paymentInput,
  request,
  sayToPayment,
  untilPaymentState,
  reportsTo,
} from './payments.ts'
import { until } from './until.ts'
import {
  blockchain,
  createWorld,
  passDays,
  startThinking,
  startWatching,
  type World,
} from './world.ts'

const oneHourMs = 60 * 60 * 1000
const hourDays = 1 / 24

let world: World
let payer: Payer
let thinking: { stop(): Promise<void> }
let watcher: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld()
  thinking = startThinking(world)
  payer = await newPayer(world, 1_000n * unit)
})
beforeEach(() => {
  watcher = startWatching(world)
})
afterEach(() => watcher.stop())
afterAll(async () => {
  await thinking?.stop()
  await world?.close()
})

test('money that comes after the end of its payment is late', async () => {
  const payment = await request(world)
  await passDays(world, 2 * hourDays)
  await untilPaymentState(world, payment, 'Expired.Unpaid')
  await pay(world, payer, payment, 10n * unit)
  const { context } = await untilPaymentState(world, payment, 'Expired.Late')
  expect(context.late.confirmed).toBe(String(10n * unit))
})

test('the time of the block decides whether money is late, also when our clock is behind it (P15)', async () => {
  const payment = await request(world)
  const afterEnd = new Date(Date.parse(payment.expiresAt) + 60_000)
  await advanceChainTime(world.direct, afterEnd)
  await pay(world, payer, payment, 10n * unit)
  const { context } = await untilPaymentState(world, payment, 'Expired.Late')
  expect(context).toMatchObject({ inTime: { seen: '0' }, late: { confirmed: String(10n * unit) } })
})

test.each([
  ['money in the last second of a payment is in time', 0, 'Succeeded.Exact'],
  ['money a second after the end of a payment is late', 1, 'Expired.Late'],
] as const)('%s', async (_, secondsLater, state) => {
  const { timestamp } = await getBlock(world.direct.reader)
  const lastSecond =
    Math.max(Number(timestamp), Math.ceil(world.clock.now().getTime() / 1000)) + 600
  const payment = await request(world, { expiresAt: new Date(lastSecond * 1000).toISOString() })
  await until('it is watched', async () => {
    const { rows } = await world.database.pool.query(
      'select 1 from deposit_watch where payment_id = $1',
      [payment.id],
    )
    return rows.length === 1
  })
  await command(world.direct, 'evm_setNextBlockTimestamp', [numberToHex(lastSecond + secondsLater)])
  await pay(world, payer, payment, 10n * unit)
  await untilPaymentState(world, payment, state)
})

test('money that came in time counts, also when it is seen after the end', async () => {
  await passDays(world, 3 * hourDays)
  const payment = await request(world)
  await until('it is watched', async () => {
    const { rows } = await world.database.pool.query(
      'select 1 from deposit_watch where payment_id = $1',
      [payment.id],
    )
    return rows.length === 1
  })
  await watcher.stop()
  await pay(world, payer, payment, 10n * unit)
  await passDays(world, 2 * hourDays)
  await untilPaymentState(world, payment, 'Expired.Unpaid')
  watcher = startWatching(world)
  const { context } = await untilPaymentState(world, payment, 'Succeeded.Exact')
  expect(context.late.seen).toBe('0')
})

test('money that came before its payment was stored is found when its address is first checked', async () => {
  const now = world.clock.now()
  const input = paymentInput(world, {
    expiresAt: new Date(now.getTime() + oneHourMs).toISOString(),
  })
  await pay(world, payer, input, 10n * unit)
  for (let i = 0; i < 5; i++) await mineBlock(world.direct)
  const head = Number(await getBlockNumber(world.direct.reader, { cacheTime: 0 }))
  await until(
    'the watcher has gone past it',
    async () => (await findHead(world.database, blockchain)) === head,
  )
  await sayToPayment(world, input, { type: 'payment.create', input })
  await until('its address is watched, and due', async () => {
    const { rowCount } = await world.database.pool.query(
      'update deposit_watch set check_at = now() where payment_id = $1',
      [input.id],
    )
    return rowCount === 1
  })
  await watcher.stop()
  await checkBalances(world, world.chain.nodes[0]!)
  watcher = startWatching(world)
  await untilPaymentState(world, input, 'Succeeded.Exact')
})

test('a watcher that stops again and again misses no deposit and reports none twice', async () => {
  const payments: PaymentInput[] = []
  for (let i = 0; i < 6; i++) {
    const payment = await request(world)
    payments.push(payment)
    await pay(world, payer, payment, 4n * unit)
    await watcher.stop()
    await pay(world, payer, payment, 6n * unit)
    watcher = startWatching(world)
  }
  await command(world.direct, 'anvil_mine', ['0x190'])
  for (const payment of payments) {
    await untilPaymentState(world, payment, 'Succeeded.Exact')
    const orders = (await reportsTo(world, payment)).map(({ order }) => order)
    expect(orders.length).toBeLessThanOrEqual(2)
    expect(orders).toEqual(orders.toSorted((one, other) => one - other))
  }
})

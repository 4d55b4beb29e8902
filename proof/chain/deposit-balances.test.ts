import { zeroAddress } from 'viem'
import { getBalance, sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentInput } from '../../machines/payment/payment.events.ts'
import type { StoredActor } from '../../src/shared/stored-actor.ts'
import { exceptionOf } from '../../src/core/resources/payment-state.ts'
import { checkBalances, retireOldAddresses } from '../../src/reader/deposits/balance-round.ts'
import { transferTopic } from '../../src/reader/deposits/deposit-logs.ts'
import { requestBalanceCheck } from '../../src/chain/rows/address-checks.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { command } from '../../test/chain/dev-node.ts'
import { newPayer, type Payer, sendFrom, tokenOf, unit } from '../../test/chain/payers.ts'
import {
  pay,
  paymentInput,
  paymentOf,
  request,
  sayToPayment,
  sweepCall,
  transfer,
  untilPayment,
  untilPaymentState,
} from '../../test/chain/payments.ts'
import { type Behaviour, type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import { until } from '../../test/chain/until.ts'
import {
  createWorld,
  passDays,
  startRelay,
  startThinking,
  type World,
} from '../../test/chain/world.ts'

const gwei = 1_000_000_000n

let world: World
let payer: Payer
let proxy: RpcProxy
let parts: { stop(): Promise<void> }[]

beforeAll(async () => {
  world = await createWorld({
    rpcUrls: async (nodeUrl) => {
      proxy = await startRpcProxy(() => nodeUrl)
      return [proxy.url]
    },
  })
  parts = [startThinking(world), startRelay(world)]
  payer = await newPayer(world, 1_000n * unit)
})
afterAll(async () => {
  for (const part of parts ?? []) await part.stop()
  await proxy?.stop()
  await world?.close()
})

const node = () => world.chain.nodes[0]!
const pollNow = () => pollOnce(world, node())

/** Checks the balances of all addresses, as if all were due: the database's time cannot be moved. */
async function checkAllBalances(): Promise<void> {
  await world.database.pool.query('update deposit_watch set check_at = now()')
  for (;;) {
    await checkBalances(world, node())
    const { rows } = await world.database.pool.query(
      'select 1 from deposit_watch where check_at <= now()',
    )
    if (!rows.length) return
  }
}

/** Sends, and waits until it is in a block: a balance is read as of the newest one. */
async function sendCoin({ depositAddress }: PaymentInput, value: bigint): Promise<void> {
  const { reader } = world.direct
  const hash = await sendTransaction(reader, {
    account: payer.account,
    chain: reader.chain!,
    to: depositAddress as `0x${string}`,
    value,
  })
  await waitForTransactionReceipt(reader, { hash })
}

/** Creates a payment that ended so long ago that its logs are not read any more. */
async function retired(): Promise<PaymentInput> {
  const payment = await request(world)
  await pollNow()
  await passDays(world, 100)
  await untilPaymentState(world, payment, 'Expired.Unpaid')
  await pollNow()
  await retireOldAddresses(world)
  const { rows } = await world.database.pool.query(
    'select 1 from deposit_watch where payment_id = $1 and read_up_to is not null',
    [payment.id],
  )
  expect(rows).toHaveLength(1)
  return payment
}

const coinOf = async (payment: PaymentInput) =>
  (await paymentOf(world, payment)).context.others.find(({ token }) => token === zeroAddress)

test('the native coin is seen though no log reports it, and moves on to the merchant', async () => {
  const payment = await request(world)
  await pollNow()
  await sendCoin(payment, 3n * gwei)
  await pollNow()
  await checkAllBalances()
  await pollNow()
  const coin = { token: zeroAddress, asset: 'ETH', decimals: 18, amount: String(3n * gwei) }
  await until('the coin', async () => (await coinOf(payment)) !== undefined)
  expect(await coinOf(payment)).toEqual(coin)

  await sendCoin(payment, 2n * gwei)
  await pay(world, payer, payment, 10n * unit)
  await pollNow()
  await checkAllBalances()
  await pollNow()
  await until('more of it', async () => (await coinOf(payment))?.amount === String(5n * gwei))
  await untilPaymentState(world, payment, 'Succeeded.Exact')
  await sayToPayment(world, payment, { type: 'payment.sweep' })
  await until('the merchant has the coin', async () => {
    await pollNow()
    const address = world.merchant.receiver
    return (await getBalance(world.direct.reader, { address })) === 5n * gwei
  })
  await pollNow()
  await checkAllBalances()
  await pollNow()
  expect((await coinOf(payment))?.amount).toBe(String(5n * gwei))
})

/** In how many seconds the address is checked next; endless where it is not watched yet. */
const nextCheckIn = async ({ id }: PaymentInput): Promise<number> => {
  const { rows } = await world.database.pool.query<{ seconds: string }>(
    'select extract(epoch from check_at - now()) as seconds from deposit_watch where payment_id = $1',
    [id],
  )
  return Number(rows[0]?.seconds ?? Infinity)
}

/** Creates a payment whose address is watched, and checks it. */
async function checked(changes: Partial<PaymentInput> = {}): Promise<PaymentInput> {
  const payment = await request(world, paymentInput(world, changes))
  await until('it is watched', async () => {
    await pollNow()
    return (await nextCheckIn(payment)) < Infinity
  })
  await checkAllBalances()
  return payment
}

test('an address is looked at right after its payment expires, so that the coin is told as the wrong token (bugs F14)', async () => {
  const expiresAt = new Date(world.clock.now().getTime() + 120_000).toISOString()
  const payment = await checked({ expiresAt })
  expect(await nextCheckIn(payment)).toBeLessThan(200)
  await sendCoin(payment, 3n * gwei)
  await passDays(world, 1)
  await pollNow()
  await untilPaymentState(world, payment, 'Expired.Unpaid')
  await checkAllBalances()
  await pollNow()
  await until('the coin', async () => (await coinOf(payment)) !== undefined)
  const { status, phase, context } = await paymentOf(world, payment)
  const actor = { status, phase, snapshot: { context } } as StoredActor<'payment'>
  expect(exceptionOf(actor)).toBe('WrongToken')
})

test('an address that somebody looks at is checked in the next round (bugs F14)', async () => {
  const payment = await checked()
  expect(await nextCheckIn(payment)).toBeGreaterThan(0)
  await requestBalanceCheck(world.database.pool, payment.id)
  expect(await nextCheckIn(payment)).toBeLessThanOrEqual(0)
})

/** Sweeps are given, so that something is missing. */
const withholdTransfers: Behaviour = async ({ method }, pass) => {
  if (method !== 'eth_getLogs') return undefined
  const logs = (await pass()).result as { topics: string[] }[]
  return { result: logs.filter(({ topics }) => topics[0] !== transferTopic) }
}

test('money that comes to addresses of old payments after many months is found, though its logs were not given', async () => {
  const payments = [await retired(), await retired()]
  for (const payment of payments) {
    await pay(world, payer, payment, 10n * unit)
    await sendFrom(world, payer, sweepCall(world, payment))
  }
  await pay(world, payer, payments[0]!, 10n * unit)
  await command(world.direct, 'anvil_mine', ['0x190'])
  proxy.behaviour = withholdTransfers
  await pollNow()
  proxy.behaviour = () => undefined
  for (const payment of payments) expect((await paymentOf(world, payment)).phase).toBe('Unpaid')
  await checkAllBalances()
  await pollNow()
  for (const payment of payments) await untilPaymentState(world, payment, 'Expired.Late')
  expect((await paymentOf(world, payments[0]!)).context.late.seen).toBe(String(20n * unit))
})

test('another known token at the address of an old payment is found, also when it was swept at once', async () => {
  const payment = await retired()
  const tether = tokenOf(world, 'ltUSDT')
  const to = payment.depositAddress
  await sendFrom(world, payer, {
    ...transfer(to, 0n, tether),
    name: 'mint',
    args: [to, 4n * unit],
  })
  await sendFrom(world, payer, sweepCall(world, { ...payment, token: tether }))
  await pollNow()
  await checkAllBalances()
  await pollNow()
  await untilPayment(
    world,
    payment,
    'the other token',
    ({ context }) => context.others[0]?.amount === String(4n * unit),
  )
})

test('a transfer whose log a node kept back for long is found by the balance', async () => {
  const payment = await request(world)
  await pollNow()
  proxy.behaviour = async ({ method }) => (method === 'eth_getLogs' ? { result: [] } : undefined)
  await pay(world, payer, payment, 10n * unit)
  // After 64 blocks a round for unknown tokens counts as done, and never comes back to the payment's block.
  await command(world.direct, 'anvil_mine', ['0x50'])
  await pollNow()
  proxy.behaviour = () => undefined
  await command(world.direct, 'anvil_mine', ['0x10'])
  await pollNow()
  expect((await paymentOf(world, payment)).status).toBe('Created')
  await checkAllBalances()
  await pollNow()
  await untilPaymentState(world, payment, 'Succeeded.Exact')
})

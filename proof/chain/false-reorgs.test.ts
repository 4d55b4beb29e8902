/** One of two nodes says that credited blocks are gone: nothing is taken back by its answer alone. */
import { type Address, numberToHex } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import { readHeader } from '../../src/chain/blocks.ts'
import { checkBalances } from '../../src/reader/deposits/balance-round.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { loadCursor } from '../../src/chain/rows/cursor.ts'
import { saltIdOf, termsOf } from '../../src/chain/rows/subscriptions.ts'
import { alteringLogs, otherHash } from '../../test/chain/altered-answers.ts'
import { mineBlock, reorg, setBalance } from '../../test/chain/dev-node.ts'
import { lying, transferOf } from '../../test/chain/lies.ts'
import {
  approve,
  newPayer,
  type Payer,
  sendFrom,
  subscribe,
  tokenOf,
  unit,
} from '../../test/chain/payers.ts'
import { pay, paymentOf, request, untilPaymentState, reportsTo } from '../../test/chain/payments.ts'
import type { Behaviour, RpcProxy } from '../../test/chain/rpc-proxy.ts'
import { createTwoNodeWorld, pollUntil as pollUntilBoth } from '../../test/chain/several-nodes.ts'
import { timesReported, until, untilState } from '../../test/chain/until.ts'
import { passDays, type World } from '../../test/chain/world.ts'

const amount = 10n * unit
const emptyBloom = `0x${'00'.repeat(256)}`
const deniedBlocks = 3
const hourDays = 1 / 24

let nodes: Awaited<ReturnType<typeof createTwoNodeWorld>>
let world: World
let payer: Payer
let proxies: RpcProxy[]

beforeEach(async () => {
  nodes = await createTwoNodeWorld()
  ;({ world, proxies } = nodes)
  payer = await newPayer(world, 1_000n * unit)
})
afterEach(() => nodes?.stop())

const pollBy = (index: number) => pollOnce(world, world.chain.nodes[index]!)
const pollUntil = (what: string, isSo: () => Promise<boolean>) => pollUntilBoth(world, what, isSo)

async function creditedPayment() {
  await pollBy(0)
  const payment = await request(world)
  await pay(world, payer, payment, amount)
  await pollBy(0)
  await pollBy(0)
  await untilPaymentState(world, payment, 'Succeeded.Exact')
  return payment
}

const anomalyCount = async () => {
  const { rows } = await world.database.pool.query<{ what: string }>(
    'select what from node_anomaly',
  )
  return rows.length
}

/**
 * Gives another hash for the newest blocks up to the cursor, until it is believed; then no logs any
 * more.
 */
async function denyingBlocks(): Promise<Behaviour> {
  const { blockNumber } = (await loadCursor(world.database.pool, world.chain.name))!
  let isBelieved = false
  return async ({ method, params }, pass) => {
    if (method === 'eth_getLogs') return { result: [] }
    if (method !== 'eth_getBlockByNumber') return undefined
    const number = Number(params[0])
    if (number <= blockNumber - deniedBlocks) isBelieved = true
    const { result } = (await pass()) as { result: object | null }
    if (!result) return { result }
    const isDenied = !isBelieved && number <= blockNumber
    return { result: { ...result, ...(isDenied && { hash: otherHash }), logsBloom: emptyBloom } }
  }
}

const confirmedOf = async (payment: { id: string }) =>
  new Set((await reportsTo(world, payment)).map(({ inTime }) => inTime.confirmed))

test('while another node holds the blocks, one node alone does not make the watcher go back', async () => {
  const payment = await creditedPayment()
  const before = await confirmedOf(payment)
  for (let block = 0; block < 3; block++) await mineBlock(world.direct)
  proxies[0]!.behaviour = await denyingBlocks()
  await expect(pollBy(0)).rejects.toThrow('was reorganised away, while')
  await pollBy(1)
  expect((await paymentOf(world, payment)).status).toBe('Succeeded')
  expect(await confirmedOf(payment)).toEqual(before)
  expect(await anomalyCount()).toBe(1)
})

test('money that one node reorganised away while the other was silent stays credited, also when both are back', async () => {
  const payment = await creditedPayment()
  const before = await confirmedOf(payment)
  for (let block = 0; block < 3; block++) await mineBlock(world.direct)
  proxies[1]!.isDown = true
  proxies[0]!.behaviour = await denyingBlocks()
  await pollBy(0)
  const { rows } = await world.database.pool.query('select status from deposit_log')
  expect(rows).toEqual([{ status: 'Retracting' }])
  expect(await confirmedOf(payment)).toEqual(before)

  proxies[1]!.isDown = false
  await pollUntil('the deposit counts again', async () => {
    const found = await world.database.pool.query('select status from deposit_log')
    return found.rows[0]!.status === 'Confirmed'
  })
  expect((await paymentOf(world, payment)).status).toBe('Succeeded')
  expect(await confirmedOf(payment)).toEqual(before)
})

test('money that both nodes have reorganised away is taken back', async () => {
  const payment = await creditedPayment()
  await reorg(world.direct, 2)
  for (let block = 0; block < 3; block++) await mineBlock(world.direct)
  await pollUntil('it is taken back', async () => {
    return (await reportsTo(world, payment)).at(-1)!.inTime.confirmed === '0'
  })
})

test('different logs by a node that has gone back, while the other is silent, change nothing', async () => {
  const payment = await creditedPayment()
  const before = await confirmedOf(payment)
  for (let block = 0; block < 3; block++) await mineBlock(world.direct)
  proxies[1]!.isDown = true
  proxies[0]!.behaviour = await denyingBlocks()
  await pollBy(0)
  proxies[0]!.behaviour = alteringLogs((log) => [{ ...log, data: numberToHex(1, { size: 32 }) }])
  await readBackAgain()
  await pollBy(0)
  expect(await confirmedOf(payment)).toEqual(before)

  proxies[0]!.behaviour = () => undefined
  proxies[1]!.isDown = false
  await pollUntil('the deposit counts as it was', async () => {
    const { rows } = await world.database.pool.query('select status, amount from deposit_log')
    return rows[0]!.status === 'Confirmed' && rows[0]!.amount === String(amount)
  })
  expect((await paymentOf(world, payment)).status).toBe('Succeeded')
  expect(await confirmedOf(payment)).toEqual(before)
})

/** Gives the denied blocks again, so that they are read again. */
async function readBackAgain(): Promise<void> {
  const { blockNumber } = (await loadCursor(world.database.pool, world.chain.name))!
  const fork = (await readHeader(world.direct.nodes[0]!, blockNumber - 2 * deniedBlocks))!
  await world.database.pool.query('delete from chain_block where number > $1', [fork.number])
  await world.database.pool.query(
    'update chain_cursor set block_number = $1, block_hash = $2, revision = revision + 1',
    [fork.number, fork.hash],
  )
}

test('one node that denies a block which the other holds again changes nothing', async () => {
  const payment = await creditedPayment()
  const before = await confirmedOf(payment)
  const { rows } = await world.database.pool.query<{ number: string }>(
    'select block_number as number from deposit_log',
  )
  for (let block = 0; block < 3; block++) await mineBlock(world.direct)
  proxies[1]!.isDown = true
  proxies[0]!.behaviour = await denyingBlocks()
  await pollBy(0)
  proxies[1]!.isDown = false
  proxies[0]!.behaviour = async ({ method, params }, pass) => {
    if (method === 'eth_getLogs') return { result: [] }
    if (method === 'eth_getTransactionReceipt') return { result: null }
    if (method !== 'eth_getBlockByNumber' || Number(params[0]) !== Number(rows[0]!.number))
      return undefined
    return { result: { ...((await pass()).result as object), hash: otherHash } }
  }
  await pollBy(0)
  const stored = await world.database.pool.query('select status from deposit_log')
  expect(stored.rows).toEqual([{ status: 'Retracting' }])
  const doubts = await world.database.pool.query(
    `select 1 from anomaly where event->>'type' = 'chain.doubted' and resolved_at is null`,
  )
  expect(doubts.rowCount).toBe(1)
  expect(await confirmedOf(payment)).toEqual(before)
  expect((await paymentOf(world, payment)).status).toBe('Succeeded')
})

test('one node alone, while the other is silent, is not believed that money is gone', async () => {
  const payment = await creditedPayment()
  const before = await confirmedOf(payment)
  await mineBlock(world.direct)
  const { number, hash } = (await readHeader(world.direct.nodes[0]!, 'latest'))!
  const to = payment.depositAddress as Address
  proxies[1]!.isDown = true
  proxies[0]!.behaviour = lying(
    transferOf({ number, hash }, { token: tokenOf(world), to, amount: 1n }),
  )
  await pollBy(0)
  await pollBy(0)
  const stored = await world.database.pool.query('select 1 from deposit_log')
  expect(stored.rowCount).toBe(2)
  expect((await paymentOf(world, payment)).phase).toBe('Exact')
  expect(await confirmedOf(payment)).toEqual(before)
})

/** Creates a subscription with a first charge that its payer sent. */
async function chargedSubscription() {
  await pollBy(0)
  const input = await subscribe(world, payer)
  await approve(world, payer, input.contractAddress, 120n * unit)
  await passDays(world, hourDays)
  await sendFrom(world, payer, {
    to: world.chain.factory,
    abi: subscriptionFactoryAbi,
    name: 'activate',
    args: [termsOf(input), saltIdOf(input)],
  })
  // A poll that another one overtakes does nothing, so it is polled until the charge is credited.
  await until('the first charge is credited', async () => {
    await pollBy(0)
    const { rows } = await world.database.pool.query(
      `select 1 from chain_log where event = 'Charged' and status = 'Credited'`,
    )
    return rows.length > 0
  })
  return { input, active: await untilState(world, input.contractAddress, 'Active.Current') }
}

test('a charge that one node reorganised away while the other was silent stays made', async () => {
  const { input, active } = await chargedSubscription()
  for (let block = 0; block < 3; block++) await mineBlock(world.direct)
  proxies[1]!.isDown = true
  proxies[0]!.behaviour = await denyingBlocks()
  await pollBy(0)
  const statusOfCharge = async () =>
    (await world.database.pool.query(`select status from chain_log where event = 'Charged'`)).rows
  expect(await statusOfCharge()).toEqual([{ status: 'Retracting' }])
  for (let block = 0; block < 3; block++) await mineBlock(world.direct)
  await pollBy(0)
  expect(await statusOfCharge()).toEqual([{ status: 'Retracting' }])

  proxies[1]!.isDown = false
  await pollUntil('the charge is credited again', async () => {
    return (await statusOfCharge())[0]!.status === 'Credited'
  })
  const timesOf = (type: string) => timesReported(world, input.contractAddress, type)
  expect([await timesOf('chain.charged'), await timesOf('chain.chargeReorged')]).toEqual([1, 0])
  const { context } = await untilState(world, input.contractAddress, 'Active.Current')
  expect(context['nextChargeAt']).toBe(active.context['nextChargeAt'])
})

test('a charge that both nodes have reorganised away is taken back', async () => {
  const { input } = await chargedSubscription()
  await reorg(world.direct, 1)
  for (let block = 0; block < 3; block++) await mineBlock(world.direct)
  await pollUntil('it is taken back', async () => {
    return (await timesReported(world, input.contractAddress, 'chain.chargeReorged')) === 1
  })
})

test('a reorganisation of the native coin, which comes without a log, makes no payment wait', async () => {
  await pollBy(0)
  const payment = await request(world)
  await pollBy(0)
  await mineBlock(world.direct)
  await setBalance(world.direct, payment.depositAddress as Address, 5n)
  await mineBlock(world.direct)
  await pollBy(0)
  await world.database.pool.query('update deposit_watch set check_at = now()')
  await checkBalances(world, world.chain.nodes[0]!)
  await pollUntil('the coin is confirmed', async () => {
    const { rows } = await world.database.pool.query('select status from deposit_log')
    return rows[0]?.status === 'Confirmed'
  })
  await reorg(world.direct, 2)
  for (let block = 0; block < 3; block++) await mineBlock(world.direct)
  await pay(world, payer, payment, amount)
  await pollUntil('what was paid counts', async () => {
    return (await paymentOf(world, payment)).status === 'Succeeded'
  })
})

/** The node that is read from keeps back the logs of deposit addresses; the other node gives them. */
import { type Address, numberToHex } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readHeader } from '../../src/chain/blocks.ts'
import { checkBalances } from '../../src/reader/deposits/balance-round.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { command, mineBlock } from '../../test/chain/dev-node.ts'
import { lying, transferOf } from '../../test/chain/lies.ts'
import { newPayer, type Payer, sendFrom, unit } from '../../test/chain/payers.ts'
import {
  pay,
  paymentOf,
  request,
  sweepCall,
  untilPaymentState,
  reportsTo,
} from '../../test/chain/payments.ts'
import type { RpcProxy } from '../../test/chain/rpc-proxy.ts'
import { createTwoNodeWorld, pollUntil } from '../../test/chain/several-nodes.ts'
import {
  pollByFirst,
  pollByFirstUntil,
  withheldBy,
  withholding,
} from '../../test/chain/withholding.ts'
import { until } from '../../test/chain/until.ts'
import type { World } from '../../test/chain/world.ts'
import { blocksStoredMax } from '../../src/chain/rows/blocks.ts'

const amount = 10n * unit
/** More blocks than are read a second time. */
const withheldBlocks = 6

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

const pollBySecond = () => pollOnce(world, world.chain.nodes[1]!)

/** Hides the logs of these blocks by the first node; then it is honest again. */
async function withholdFromFirst(happen: () => Promise<unknown>): Promise<void> {
  proxies[0]!.behaviour = withholding
  await happen()
  for (let block = 0; block < withheldBlocks; block++) {
    await pollByFirst(world)
    await mineBlock(world.direct)
  }
  await pollByFirst(world)
  proxies[0]!.behaviour = () => undefined
}

async function creditedPayment() {
  await pollByFirst(world)
  const payment = await request(world)
  await pay(world, payer, payment, amount)
  await pollByFirst(world)
  await pollBySecond()
  await untilPaymentState(world, payment, 'Succeeded.Exact')
  return payment
}

const confirmedOf = async (payment: { id: string }) =>
  (await reportsTo(world, payment)).map(({ inTime }) => inTime.confirmed)

test('credited money stays though a sweep was kept back and more comes', async () => {
  const payment = await creditedPayment()
  await withholdFromFirst(() => sendFrom(world, payer, sweepCall(world, payment)))
  const before = (await reportsTo(world, payment)).length
  await pay(world, payer, payment, 1n)
  await mineBlock(world.direct)
  await pollUntil(world, 'the next transfer is reported', async () => {
    const { rows } = await world.database.pool.query<{ status: string }>(
      'select status from deposit_log order by block_number',
    )
    const isReported = (await reportsTo(world, payment)).length > before
    return isReported && rows.length === 2 && rows.every(({ status }) => status === 'Confirmed')
  })
  const reported = (await confirmedOf(payment)).slice(before)
  expect(new Set(reported)).toEqual(new Set([String(amount)]))
  expect((await paymentOf(world, payment)).status).toBe('Succeeded')
})

/** Runs a round in which every address is due, by the first node. */
async function checkAllBalances(): Promise<void> {
  await world.database.pool.query('update deposit_watch set check_at = now()')
  await checkBalances(world, world.chain.nodes[0]!)
}

const roundsUntilState = (payment: { id: string }, state: string) =>
  pollByFirstUntil(world, state, async () => {
    await checkAllBalances()
    const { status, phase } = await paymentOf(world, payment)
    return `${status}.${phase}` === state
  })

const anomalies = async () =>
  (await world.database.pool.query(`select event->>'type' as type from anomaly`)).rows

test('a sweep that was kept back is found by the other node, and money that came after it counts', async () => {
  const payment = await creditedPayment()
  await withholdFromFirst(() => sendFrom(world, payer, sweepCall(world, payment)))
  await pay(world, payer, payment, unit)
  await pollByFirstUntil(world, 'the sweep and the next transfer are known', async () => {
    await checkAllBalances()
    const { context } = await paymentOf(world, payment)
    return context.swept === String(amount) && context.inTime.confirmed === String(amount + unit)
  })
  expect(new Set(await confirmedOf(payment))).not.toContain(String(unit))
  expect(await anomalies()).toEqual([])
})

test('a transfer is found while the node that is read from keeps it back (P22)', async () => {
  await pollByFirst(world)
  const payment = await request(world)
  await pollByFirst(world)
  proxies[0]!.behaviour = withholding
  await pay(world, payer, payment, amount)
  await roundsUntilState(payment, 'Succeeded.Exact')
  await pollByFirst(world)
  expect(await anomalies()).toEqual([])
  expect(await withheldBy(world)).toEqual([
    { node: expect.any(String), detail: expect.stringContaining('keeps back Transfer') },
  ])
})

test('a transfer that was kept back for a few polls is found after its block is no longer stored', async () => {
  await pollByFirst(world)
  const payment = await request(world)
  await pollByFirst(world)
  await withholdFromFirst(() => pay(world, payer, payment, amount))
  await command(world.direct, 'anvil_mine', [numberToHex(blocksStoredMax + withheldBlocks)])
  await pollByFirst(world)
  expect((await paymentOf(world, payment)).status).toBe('Created')
  await roundsUntilState(payment, 'Succeeded.Exact')
})

test('where one node denies the balance too, missing logs are found by the other, and crediting waits', async () => {
  await pollByFirst(world)
  const payment = await request(world)
  await pollByFirst(world)
  const { number, hash } = (await readHeader(world.direct.nodes[0]!, 'latest'))!
  const [token, to] = [payment.token as Address, payment.depositAddress as Address]
  const denying = lying(transferOf({ number, hash }, { token, to, amount: 0n }))
  proxies[0]!.behaviour = (asked, pass) =>
    asked.method === 'eth_call' ? denying(asked, pass) : withholding(asked, pass)
  await pay(world, payer, payment, amount)
  await pollByFirstUntil(world, 'the transfer is stored', async () => {
    await checkAllBalances()
    const { rows } = await world.database.pool.query('select 1 from deposit_log')
    return rows.length === 1
  })
  await pollByFirst(world)
  expect(await confirmedOf(payment)).not.toContain(String(amount))
  proxies[0]!.behaviour = () => undefined
  await roundsUntilState(payment, 'Succeeded.Exact')
})

test('a log that no node gave while one was silent is searched for anew', async () => {
  const { pool } = world.database
  await pollByFirst(world)
  const payment = await request(world)
  await pollByFirst(world)
  proxies[0]!.behaviour = withholding
  await pay(world, payer, payment, amount)
  await pollByFirst(world)
  proxies[1]!.isDown = true
  await checkAllBalances()
  proxies[1]!.isDown = false
  const { rows } = await pool.query<{ isSearched: boolean }>(
    `select searched_to = c.block_number and search_anew_at > now() as "isSearched"
     from deposit_watch join chain_cursor c using (blockchain)`,
  )
  expect(rows).toEqual([{ isSearched: true }])
  await until('the transfer is found', async () => {
    await pool.query('update deposit_watch set search_anew_at = now()')
    await checkAllBalances()
    return (await pool.query('select 1 from deposit_log')).rowCount === 1
  })
  await roundsUntilState(payment, 'Succeeded.Exact')
})

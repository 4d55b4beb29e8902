/** The requests that a chain costs by its blocks, and not by what is watched on it: providers count them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import { loadCursor } from '../../src/chain/rows/cursor.ts'
import { saltIdOf, termsOf } from '../../src/chain/rows/subscriptions.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { command, mineBlock } from '../../test/chain/dev-node.ts'
import { approve, newPayer, sendFrom, subscribe, unit } from '../../test/chain/payers.ts'
import { pay, request, untilPaymentState } from '../../test/chain/payments.ts'
import { type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import { untilState } from '../../test/chain/until.ts'
import { copyPayment, copySubscription } from '../../test/chain/watched-rows.ts'
import { createWorld, startThinking, type World } from '../../test/chain/world.ts'

/** More than any filter could name in one request. */
const many = 3_000

let world: World
let proxy: RpcProxy
let thinking: { stop(): Promise<void> }
let asked: string[] = []

beforeAll(async () => {
  const created = await createWorld({
    rpcUrls: async (nodeUrl) => {
      proxy = await startRpcProxy(() => nodeUrl)
      return [proxy.url]
    },
  })
  // The chain looks like a provider's.
  world = { ...created, chain: { ...created.chain, embedded: false } }
  thinking = startThinking(world)
})
beforeEach(() => {
  proxy.behaviour = ({ method }) => {
    asked.push(method)
    return undefined
  }
})
afterAll(async () => {
  await thinking?.stop()
  await proxy?.stop()
  await world?.close({ hasRowsByHand: true })
})

async function requestsOfOnePoll(): Promise<Record<string, number>> {
  asked = []
  await pollOnce(world, world.chain.nodes[0]!)
  return Object.fromEntries(
    [...new Set(asked)].map((method) => [method, asked.filter((one) => one === method).length]),
  )
}

async function requestsOfABlock(): Promise<Record<string, number>> {
  await requestsOfOnePoll()
  await mineBlock(world.direct)
  return requestsOfOnePoll()
}

const oneBlock = { eth_getBlockByNumber: 1, eth_getLogs: 1 }

test('a poll of a chain that has not moved costs one request', async () => {
  await requestsOfOnePoll()
  expect(await requestsOfOnePoll()).toEqual({ eth_getBlockByNumber: 1 })
})

test('a poll of a chain that has not moved asks the database two questions, whatever it could have to do', async () => {
  await requestsOfOnePoll()
  const { pool } = world.database
  const query = pool.query.bind(pool) as (...values: unknown[]) => unknown
  const names: string[] = []
  const noted = (first: string | { name?: string }, ...others: unknown[]) => {
    names.push(typeof first === 'string' ? first : (first.name ?? 'without a name'))
    return query(first, ...others)
  }
  pool.query = noted as typeof pool.query
  await requestsOfOnePoll()
  pool.query = query as typeof pool.query
  // Beside it relays beat and the clock is set; and every five seconds it is noted that the chain was polled.
  const others =
    /^(due-work|read-clock|select min\(due_at\) as due_at from timer where sent_at is null)$|seen_at/
  expect(names.filter((name) => !others.test(name))).toEqual([
    'chain-open-work',
    'chain-is-awaited',
  ])
})

test('while nothing is awaited, many blocks cost two headers, and one request for all logs', async () => {
  await requestsOfOnePoll()
  await command(world.direct, 'anvil_mine', ['0xa'])
  expect(await requestsOfOnePoll()).toEqual({ eth_getBlockByNumber: 2, eth_getLogs: 1 })
})

test('a block costs one header and one request for all logs, whether 3 or 6,000 are watched', async () => {
  const payer = await newPayer(world, 100n * unit)
  const { contractAddress } = await subscribe(world, payer)
  const payment = await request(world)
  await request(world)
  await requestsOfOnePoll()
  expect(await requestsOfABlock()).toEqual(oneBlock)
  await copySubscription(world, contractAddress, many)
  await copyPayment(world, payment.id, many)
  expect(await requestsOfABlock()).toEqual(oneBlock)
  await pay(world, payer, payment, 10n * unit)
  await requestsOfOnePoll()
  await untilPaymentState(world, payment, 'Succeeded.Exact')
})

test('a block of a local chain without transfers names no address to the node, however many are watched', async () => {
  const local = { ...world, chain: { ...world.chain, embedded: true } }
  const poll = () => pollOnce(local, world.chain.nodes[0]!)
  // The last blocks with transfers are read again three times.
  for (let block = 0; block < 4; block++) {
    await mineBlock(world.direct)
    await poll()
  }
  await mineBlock(world.direct)
  asked = []
  await poll()
  expect(asked).toEqual(['eth_getBlockByNumber', 'eth_getLogs'])
})

test('a log that was stored costs no header when its block is read again', async () => {
  const payer = await newPayer(world, 100n * unit)
  await pay(world, payer, await request(world), 10n * unit)
  await requestsOfOnePoll()
  expect(await requestsOfABlock()).toEqual(oneBlock)
})

test('where something came while nothing was awaited, every header is read, and linked', async () => {
  const { pool } = world.database
  const payer = await newPayer(world, 100n * unit)
  const input = await subscribe(world, payer)
  await approve(world, payer, input.contractAddress, 120n * unit)
  await requestsOfOnePoll()
  await pool.query('delete from payment')
  await pool.query(`update subscription set created_at = now() - interval '1 day'`)
  await pool.query('delete from deposit_log')
  await command(world.direct, 'anvil_mine', ['0x5'])
  const terms = [termsOf(input), saltIdOf(input)]
  const { factory: to } = world.chain
  await sendFrom(world, payer, { to, abi: subscriptionFactoryAbi, name: 'activate', args: terms })
  await command(world.direct, 'anvil_mine', ['0x5'])
  expect((await requestsOfOnePoll())['eth_getLogs']).toBe(1)
  await untilState(world, input.contractAddress, 'Active')
  const cursor = await loadCursor(pool, world.chain.name)
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int from chain_block where number > $1',
    [cursor!.blockNumber - 11],
  )
  expect(rows[0]!.count).toBe(11)
})

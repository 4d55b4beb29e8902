import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { saltIdOf, termsOf } from '../../src/chain/rows/subscriptions.ts'
import { command, mineBlock } from './dev-node.ts'
import { approve, newPayer, sendFrom, subscribe, unit } from './payers.ts'
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts'
import { subscriptionOf, timesReported, until, untilState } from './until.ts'
import type { ChainDependencies } from '../../src/chain/dependencies.ts'
import { createWorld, startThinking, startWatching, type World } from './world.ts'

let world: World
let proxy: RpcProxy
let thinking: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld({
    rpcUrls: async (nodeUrl) => {
      proxy = await startRpcProxy(() => nodeUrl)
      return [proxy.url, nodeUrl]
    },
  })
  thinking = startThinking(world)
})
beforeEach(() => {
  proxy.isDown = false
  proxy.behaviour = () => undefined
})
afterAll(async () => {
  await thinking?.stop()
  await proxy?.stop()
  await world?.close()
})

const pollNow = (nodeIndex = 0, dependencies: ChainDependencies = world) =>
  pollOnce(dependencies, dependencies.chain.nodes[nodeIndex]!)

/** Polls until everything is reported; each report has to be taken before the next one is made. */
const pollUntilReported = (nodeIndex = 0) =>
  until('everything is reported', async () => !(await pollNow(nodeIndex)).isMoreWaiting)

/** Creates a subscription whose payer made its first charge alone: only the chain's events report it. */
async function chargedByItsPayer() {
  const payer = await newPayer(world, 100n * unit)
  const input = await subscribe(world, payer)
  await approve(world, payer, input.contractAddress, 120n * unit)
  await sendFrom(world, payer, {
    to: world.chain.factory,
    abi: subscriptionFactoryAbi,
    name: 'activate',
    args: [termsOf(input), saltIdOf(input)],
  })
  return { payer, contractAddress: input.contractAddress }
}

const timesCharged = (contractAddress: string) =>
  timesReported(world, contractAddress, 'chain.charged')

test('two watchers that both believe to lead report no event twice', async () => {
  const { contractAddress } = await chargedByItsPayer()
  const polls = await Promise.allSettled(Array.from({ length: 6 }, () => pollNow()))
  expect(polls.some(({ status }) => status === 'fulfilled')).toBe(true)
  await pollUntilReported()
  await untilState(world, contractAddress, 'Active')
  expect(await timesCharged(contractAddress)).toBe(1)
})

test('a watcher that was away reports everything that happened meanwhile, once', async () => {
  const first = startWatching(world)
  const before = await chargedByItsPayer()
  await untilState(world, before.contractAddress, 'Active')
  await first.stop()

  const meanwhile = [await chargedByItsPayer(), await chargedByItsPayer()]
  await command(world.direct, 'anvil_mine', ['0x190'])
  meanwhile.push(await chargedByItsPayer())
  const second = startWatching(world)
  const third = startWatching(world)
  for (const { contractAddress } of meanwhile) {
    await untilState(world, contractAddress, 'Active')
    expect(await timesCharged(contractAddress)).toBe(1)
  }
  expect(await timesCharged(before.contractAddress)).toBe(1)
  await second.stop()
  await third.stop()
})

test('when the leader loses its connection, a watcher goes on', async () => {
  const watchers = [startWatching(world), startWatching(world)]
  const { contractAddress } = await chargedByItsPayer()
  await untilState(world, contractAddress, 'Active')
  await world.database.pool.query(
    `select pg_terminate_backend(pid) from pg_locks
     where locktype = 'advisory' and granted and pid <> pg_backend_pid()
       and database = (select oid from pg_database where datname = current_database())`,
  )
  const next = await chargedByItsPayer()
  await untilState(world, next.contractAddress, 'Active')
  for (const watcher of watchers) await watcher.stop()
})

test('a dead node is left for another, which reads on; what that one reports is credited when both do', async () => {
  proxy.isDown = true
  const watcher = startWatching(world)
  const { contractAddress } = await chargedByItsPayer()
  await until('the charge is seen, and waits', async () => {
    const { rows } = await world.database.pool.query(
      `select 1 from chain_log join credit_wait using (blockchain)
       where contract_address = $1 and chain_log.status = 'Seen' and reason = 'NodesSilent'`,
      [contractAddress],
    )
    return rows.length === 1
  })
  expect(await timesCharged(contractAddress)).toBe(0)

  proxy.isDown = false
  await untilState(world, contractAddress, 'Active')
  await watcher.stop()
})

test('a node that is behind is not believed', async () => {
  const { contractAddress } = await chargedByItsPayer()
  await pollUntilReported(1)
  proxy.behaviour = async ({ method, params }, pass) => {
    if (method === 'eth_getLogs') return { result: [] }
    const isLatest = method === 'eth_getBlockByNumber' && params[0] === 'latest'
    return isLatest ? pass({ params: ['0x1', false] }) : undefined
  }
  const real = { ...world, chain: { ...world.chain, embedded: false } }
  await expect(pollNow(0, real)).rejects.toThrow(/behind/)
  await untilState(world, contractAddress, 'Active')
})

test('logs that a node keeps back are asked for by the hash of their block', async () => {
  await pollNow()
  proxy.behaviour = async ({ method, params: [filter] }) =>
    method === 'eth_getLogs' && 'fromBlock' in (filter as object) ? { result: [] } : undefined
  const { contractAddress } = await chargedByItsPayer()
  await pollUntilReported()
  await untilState(world, contractAddress, 'Active')
})

test('a provider that refuses large ranges is asked for smaller ones', async () => {
  await pollNow()
  const { contractAddress } = await chargedByItsPayer()
  await command(world.direct, 'anvil_mine', ['0x200'])
  proxy.behaviour = async ({ method, params: [filter] }) => {
    if (method !== 'eth_getLogs') return undefined
    const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
    const isLarge = Number(toBlock) - Number(fromBlock) > 9
    return isLarge ? { error: { code: -32_000, message: 'block range too large' } } : undefined
  }
  await pollUntilReported()
  await untilState(world, contractAddress, 'Active')
})

test('money is credited only when the nodes hold the same block', async () => {
  await pollNow()
  const { contractAddress } = await chargedByItsPayer()
  const wrongHash = `0x${'ab'.repeat(32)}`
  proxy.behaviour = async ({ method }, pass) =>
    method === 'eth_getBlockByNumber'
      ? { result: { ...((await pass()).result as object), hash: wrongHash } }
      : undefined
  await pollNow(1)
  expect(await timesCharged(contractAddress)).toBe(0)

  proxy.behaviour = () => undefined
  await pollUntilReported(1)
  await untilState(world, contractAddress, 'Active')
})

test('events of contracts that are not ours are not stored', async () => {
  const stranger = await newPayer(world, 0n)
  await sendFrom(world, stranger, {
    to: world.chain.factory,
    abi: subscriptionFactoryAbi,
    name: 'reportFrozen',
    args: [stranger.address, 0],
  })
  await mineBlock(world.direct)
  await pollNow()
  const strangersLogs = () =>
    world.database.pool.query('select 1 from chain_log where contract_address = $1', [
      stranger.address,
    ])
  expect((await strangersLogs()).rows).toEqual([])

  // Nor are those that are asked for once more, because a node kept them back.
  proxy.behaviour = async ({ method, params: [filter] }) =>
    method === 'eth_getLogs' && 'fromBlock' in (filter as object) ? { result: [] } : undefined
  await sendFrom(world, stranger, {
    to: world.chain.factory,
    abi: subscriptionFactoryAbi,
    name: 'reportFrozen',
    args: [stranger.address, 0],
  })
  await pollNow()
  expect((await strangersLogs()).rows).toEqual([])
})

test('an allowance that is lowered in the wallet is noticed (S4.6-2)', async () => {
  const watcher = startWatching(world)
  const { payer, contractAddress } = await chargedByItsPayer()
  await untilState(world, contractAddress, 'Active')
  await approve(world, payer, contractAddress, 15n * unit)
  await until('the lower allowance', async () => {
    const { context } = await subscriptionOf(world, contractAddress)
    return context['allowance'] === String(15n * unit)
  })
  await watcher.stop()
})

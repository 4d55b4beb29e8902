/** The cost of the public's questions in calls to the nodes: no more for many askers than for one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveChainQuestions } from '../../src/watching/questions/questions.ts'
import { startWatcher } from '../../src/watching/watcher.ts'
import { readLatestBlockNumber } from '../../src/chain/embedded-time.ts'
import { findHead } from '../../src/store/views/deposits.ts'
import { mineBlock } from '../../test/chain/dev-node.ts'
import { approve, newPayer, subscribe, unit } from '../../test/chain/payers.ts'
import { type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import { until } from '../../test/chain/until.ts'
import { blockchain, createWorld, startThinking, type World } from '../../test/chain/world.ts'

const answerTimeoutMs = 5_000
const pollMs = 600_000
let world: World
let proxy: RpcProxy
let parts: { stop(): Promise<void> }[]
/** The methods that the service called, in order. */
let calls: string[] = []

beforeAll(async () => {
  world = await createWorld({
    async rpcUrls(nodeUrl) {
      proxy = await startRpcProxy(() => nodeUrl)
      return [proxy.url]
    },
  })
  parts = [startThinking(world), serveChainQuestions(world)]
  proxy.behaviour = ({ method }) => {
    calls.push(method)
    return undefined
  }
})
afterAll(async () => {
  for (const part of parts ?? []) await part.stop()
  await world?.close()
  await proxy?.stop()
})

const ask = (question: string, body: object) =>
  world.bus.requestChain(question, body, answerTimeoutMs)

async function draftsAllowing(amounts: bigint[]): Promise<string[]> {
  const contracts: string[] = []
  for (const amount of amounts) {
    const payer = await newPayer(world, 0n)
    const { contractAddress } = await subscribe(world, payer)
    await approve(world, payer, contractAddress, amount)
    contracts.push(contractAddress)
  }
  return contracts
}

test('two hundred questions about allowances at once are two calls at most', async () => {
  const amounts = Array.from({ length: 20 }, (_, index) => BigInt(index + 1) * unit)
  const contracts = await draftsAllowing(amounts)
  calls = []
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      ask('allowance', { contractAddress: contracts[index % 20] }),
    ),
  )
  expect(answers).toEqual(
    Array.from({ length: 200 }, (_, index) => ({ allowance: String(amounts[index % 20]) })),
  )
  expect(calls.length).toBeGreaterThan(0)
  expect(calls.length).toBeLessThanOrEqual(2)
})

test('the answer about an allowance is never older than its question', async () => {
  const payer = await newPayer(world, 0n)
  const { contractAddress } = await subscribe(world, payer)
  expect(await ask('allowance', { contractAddress })).toEqual({ allowance: '0' })
  await approve(world, payer, contractAddress, 7n * unit)
  expect(await ask('allowance', { contractAddress })).toEqual({ allowance: String(7n * unit) })
})

test('hints cause one poll a second of their own chain, and none is lost', async () => {
  // Taken for a chain elsewhere: the service's own wake-ups do not hurry its watcher.
  const chains = new Map([[blockchain, { ...world.chain, embedded: false }]])
  const watcher = startWatcher({ ...world, chains, pollMs })
  try {
    const isAtHead = async () =>
      (await findHead(world.database, blockchain)) === (await readLatestBlockNumber(world.direct))
    await until('the first poll', isAtHead)
    calls = []
    const startedAt = performance.now()
    while (performance.now() - startedAt < 2_500) {
      await ask('hint', { blockchain })
      world.bus.wake('block')
    }
    const secondsMax = Math.ceil((performance.now() - startedAt) / 1000) + 1
    expect(pollsIn(calls)).toBeGreaterThan(0)
    expect(pollsIn(calls)).toBeLessThanOrEqual(secondsMax)

    await mineBlock(world.direct)
    await ask('hint', { blockchain })
    await until('the hint was heeded', isAtHead)

    calls = []
    for (let count = 0; count < 100; count++) {
      world.bus.wake('block')
      world.bus.requestPoll('OtherNet')
      await ask('hint', { blockchain: 'OtherNet' })
    }
    expect(pollsIn(calls)).toBeLessThanOrEqual(1)
  } finally {
    await watcher.stop()
  }
})

/** Counts polls: each begins with the newest block. */
const pollsIn = (methods: string[]): number =>
  methods.filter((method) => method === 'eth_getBlockByNumber').length

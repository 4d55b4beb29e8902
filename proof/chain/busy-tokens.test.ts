/** A token whose transfers fill every block costs a request more, and hides nothing of ours. */
import { numberToHex, pad } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transferTopic } from '../../src/reader/deposits/deposit-logs.ts'
import { approvalTopic } from '../../src/reader/logs/filters.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { mineBlock } from '../../test/chain/dev-node.ts'
import { approve, newPayer, type Payer, subscribe, tokenOf, unit } from '../../test/chain/payers.ts'
import { pay, request, untilPaymentState } from '../../test/chain/payments.ts'
import type { Behaviour, RpcProxy } from '../../test/chain/rpc-proxy.ts'
import { createOneNodeWorld } from '../../test/chain/several-nodes.ts'
import { subscriptionOf, until } from '../../test/chain/until.ts'
import type { World } from '../../test/chain/world.ts'

type Filter = { fromBlock: string; toBlock: string; topics: unknown[] }

let world: World
let proxy: RpcProxy
let stop: () => Promise<void>
let payer: Payer
/** The filters of the requests for logs, in order. */
let asked: Filter[] = []

beforeAll(async () => {
  ;({ world, proxy, stop } = await createOneNodeWorld())
  payer = await newPayer(world, 1_000n * unit)
})
beforeEach(() => {
  asked = []
})
afterAll(() => stop?.())

const pollNow = () => pollOnce(world, world.chain.nodes[0]!)
/** Forgets what is known of the tokens' logs, with the chain's object, as a restart does. */
const forget = () => {
  world = { ...world, chain: { ...world.chain } }
}
/** Asks for everything at once, and names no address that is watched. */
const isWide = ({ topics }: Filter) =>
  topics.length === 1 && [topics[0]].flat().includes(approvalTopic)

/** Answers with so many transfers more in each block, of a token of ours between strangers. */
const transfersOfOthers =
  (perBlock: number): Behaviour =>
  async ({ method, params: [filter] }, pass) => {
    if (method !== 'eth_getLogs') return undefined
    asked.push(filter as Filter)
    if (!isWide(filter as Filter)) return undefined
    const own = (await pass()).result as { blockHash: string; blockNumber: string }[]
    const { fromBlock, toBlock } = filter as Filter
    const blocks = Number(toBlock) - Number(fromBlock) + 1
    const others = Array.from({ length: blocks * perBlock }, (_, index) => ({
      address: tokenOf(world),
      topics: [transferTopic, pad('0xaa'), pad(numberToHex(1_000_000 + index))],
      data: pad('0x01'),
      blockNumber: numberToHex(Number(fromBlock) + (index % blocks)),
      blockHash: pad(numberToHex(index % blocks)),
      logIndex: numberToHex(10 + index),
      transactionHash: pad('0xab'),
    }))
    return { result: [...own, ...others] }
  }

test('where others fill the blocks and little is watched, nodes are asked by its addresses', async () => {
  proxy.behaviour = transfersOfOthers(2_000)
  await mineBlock(world.direct)
  await pollNow()
  expect(asked.filter(isWide)).toHaveLength(1)
  const payment = await request(world)
  await pay(world, payer, payment, 10n * unit)
  asked = []
  await pollNow()
  expect(asked.filter(isWide)).toEqual([])
  await untilPaymentState(world, payment, 'Succeeded.Exact')
})

test('a node that gives the logs of not even one block is asked by addresses, and not again for all', async () => {
  forget()
  proxy.behaviour = async ({ method, params: [filter] }) => {
    if (method !== 'eth_getLogs') return undefined
    asked.push(filter as Filter)
    const error = { code: -32_005, message: 'query returned more than 10000 results' }
    return isWide(filter as Filter) ? { error } : undefined
  }
  const input = await subscribe(world, payer)
  await approve(world, payer, input.contractAddress, 120n * unit)
  const payment = await request(world)
  await pay(world, payer, payment, 10n * unit)
  await pollNow()
  expect(asked.some(isWide)).toBe(true)
  await untilPaymentState(world, payment, 'Succeeded.Exact')
  await until('the approval is known', async () => {
    const { context } = await subscriptionOf(world, input.contractAddress)
    return context['allowance'] === String(120n * unit)
  })
  asked = []
  await mineBlock(world.direct)
  await pollNow()
  expect(asked.filter(isWide)).toEqual([])
})

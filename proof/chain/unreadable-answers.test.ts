/**
 * A node answers in another shape than JSON-RPC has: the answer is refused before anything converts
 * it, another node is asked instead, and the operator sees which node it was and why.
 */
import { type Client, createClient } from 'viem'
import {
  call,
  estimateGas,
  getBalance,
  getBlock,
  getBlockNumber,
  getChainId,
  getCode,
  getGasPrice,
  getTransactionCount,
  getTransactionReceipt,
  sendRawTransaction,
} from 'viem/actions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readHeader, readLogs, readReceipt } from '../../src/chain/blocks.ts'
import { detailsOf } from '../../src/chain/chain-errors.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { isNodeFailure } from '../../src/chain/rpc/complaints.ts'
import { UnreadableAnswer } from '../../src/chain/rpc/post.ts'
import { RpcNode } from '../../src/chain/rpc/rpc-node.ts'
import { createFailover, createNodeTransport } from '../../src/chain/rpc/rpc-failover.ts'
import { errorText } from '../../src/shared/errors.ts'
import { newPayer, unit } from '../../test/chain/payers.ts'
import { pay, request } from '../../test/chain/payments.ts'
import type { Behaviour, RpcProxy } from '../../test/chain/rpc-proxy.ts'
import { createNodesWorld } from '../../test/chain/several-nodes.ts'
import type { World } from '../../test/chain/world.ts'

const digits = 8_000_000
const address = '0x00000000000000000000000000000000000A11cE'
const bytes = '0x1234'

let world: World
let proxies: RpcProxy[]
let stop: () => Promise<void>
let liar: RpcNode
/** Clients of the liar alone, and of the liar first and an honest node second. */
let alone: Client
let both: Client
/** A transaction that transferred a token, and its block. */
let paid: { hash: `0x${string}`; blockNumber: number }

beforeAll(async () => {
  ;({ world, proxies, stop } = await createNodesWorld(2))
  const payer = await newPayer(world, 100n * unit)
  await pay(world, payer, await request(world), unit)
  const { number, transactions } = await getBlock(world.direct.reader)
  const withLogs = transactions.at(-1)!
  paid = { hash: withLogs, blockNumber: Number(number) }
})
beforeEach(() => {
  for (const proxy of proxies) proxy.behaviour = () => undefined
  liar = new RpcNode(proxies[0]!.url)
  alone = createClient({ transport: createNodeTransport(liar) })
  both = createClient({ transport: createFailover([liar, new RpcNode(proxies[1]!.url)]) })
})
afterAll(() => stop?.())

const answering =
  (method: string, alter: (result: never) => unknown): Behaviour =>
  async (asked, pass) =>
    asked.method === method ? { result: alter((await pass()).result as never) } : undefined

const inEach = (changes: object) => (entries: object[]) =>
  entries.map((entry) => ({ ...entry, ...changes }))
const inLogsOfReceipt = (changes: object) => (receipt: { logs: object[] }) => ({
  ...receipt,
  logs: inEach(changes)(receipt.logs),
})
const inTransactionsOfBlock = (changes: object) => (found: { transactions: object[] }) => ({
  ...found,
  transactions: inEach(changes)(found.transactions),
})

const ofPaid = () => ({ from: paid.blockNumber, to: paid.blockNumber })
const reads = {
  'the head': (node: Client) => readHeader(node, 'latest'),
  'a block': (node: Client) => getBlock(node),
  'a whole block': (node: Client) => getBlock(node, { includeTransactions: true }),
  'the number of the head': (node: Client) => getBlockNumber(node, { cacheTime: 0 }),
  logs: (node: Client) => readLogs(node, { topics: [] }, ofPaid()),
  'a receipt': (node: Client) => readReceipt(node, paid.hash),
  "viem's receipt": (node: Client) => getTransactionReceipt(node, { hash: paid.hash }),
  'a balance': (node: Client) => getBalance(node, { address }),
  'a count of transactions': (node: Client) => getTransactionCount(node, { address }),
  'the price of gas': (node: Client) => getGasPrice(node),
  'an estimate': (node: Client) => estimateGas(node, { account: address, to: address }),
  'a call': (node: Client) => call(node, { to: address, data: bytes }),
  code: (node: Client) => getCode(node, { address }),
  'the chain': (node: Client) => getChainId(node),
}

type Case = [
  what: keyof typeof reads,
  method: string,
  why: string,
  alter: (result: never) => unknown,
]
const block = 'eth_getBlockByNumber'
const receipt = 'eth_getTransactionReceipt'
const withFields = (changes: object) => (found: object) => ({ ...found, ...changes })
const manyDigits = { number: `0x${'f'.repeat(digits)}` }
const fiveTopics = { topics: Array(5).fill(`0x${'0'.repeat(64)}`) }
const cases: Case[] = [
  ['the head', block, `number is a text of ${digits + 2} characters`, withFields(manyDigits)],
  ['the head', block, 'number is a text of 16', withFields({ number: '0x20000000000000' })],
  ['the head', block, 'timestamp is a text', withFields({ timestamp: '0x7fffffffffffff' })],
  ['the head', block, 'hash is a text of 4 characters', withFields({ hash: '0x12' })],
  ['the head', block, 'parentHash is null', withFields({ parentHash: null })],
  ['the head', block, 'logsBloom is a text', withFields({ logsBloom: '0xzz' })],
  ['the head', block, 'HTTP 200', () => undefined],
  ['the head', block, 'is a list of 1', () => [[]]],
  ['a block', block, 'baseFeePerGas is a text', withFields({ baseFeePerGas: '-0x1' })],
  ['a block', block, 'gasLimit is an object', withFields({ gasLimit: {} })],
  ['a block', block, 'transactions is a text', withFields({ transactions: 'none' })],
  ['a block', block, 'transactions is a list', withFields({ transactions: [{}] })],
  ['a whole block', block, 'transactions is a list of 1', withFields({ transactions: [bytes] })],
  ['a whole block', block, 'transactions is a list', inTransactionsOfBlock({ nonce: null })],
  ['a whole block', block, 'hash is a text of 4 characters', withFields({ hash: '0x12' })],
  ['the number of the head', 'eth_blockNumber', 'is 7', () => 7],
  ['logs', 'eth_getLogs', 'is null', () => null],
  ['logs', 'eth_getLogs', '[0] is null', () => [null]],
  ['logs', 'eth_getLogs', '[0] topics is null', inEach({ topics: null })],
  ['logs', 'eth_getLogs', '[0] topics is a list of 5', inEach(fiveTopics)],
  ['logs', 'eth_getLogs', '[0] data is a text of 5', inEach({ data: '0x123' })],
  ['logs', 'eth_getLogs', '[0] address is a text', inEach({ address: '0x12' })],
  ['logs', 'eth_getLogs', '[0] logIndex is null', inEach({ logIndex: null })],
  ['a receipt', receipt, 'logs is null', withFields({ logs: null })],
  ['a receipt', receipt, 'logs[0] topics is null', inLogsOfReceipt({ topics: null })],
  ['a receipt', receipt, 'logs[0] topics is a list of 1', inLogsOfReceipt({ topics: [7] })],
  ['a receipt', receipt, 'status is a text', withFields({ status: '0x2' })],
  ["viem's receipt", receipt, 'l1Fee is a text of 2', withFields({ l1Fee: 'zz' })],
  ["viem's receipt", receipt, 'blockNumber is null', withFields({ blockNumber: null })],
  ["viem's receipt", receipt, 'gasUsed is a text', withFields({ gasUsed: `0x${'f'.repeat(64)}` })],
  ["viem's receipt", receipt, 'type is an object', withFields({ type: { toString: 1 } })],
  ["viem's receipt", receipt, 'logs[0] blockTime', inLogsOfReceipt({ blockTimestamp: 'zz' })],
  ['a balance', 'eth_getBalance', 'is a text of 67', () => `0x${'f'.repeat(65)}`],
  ['a balance', 'eth_getBalance', 'is a text of 2', () => '0x'],
  ['a count of transactions', 'eth_getTransactionCount', 'is true', () => true],
  ['the price of gas', 'eth_gasPrice', 'is null', () => null],
  ['an estimate', 'eth_estimateGas', 'is an object', () => ({})],
  ['a call', 'eth_call', 'is a text of 5', () => '0xabc'],
  ['code', 'eth_getCode', 'is a text of 4', () => 'none'],
  ['the chain', 'eth_chainId', 'is a text of 1', () => '1'],
]

describe('unreadable answers', () => {
  test.each(cases)(
    'the answer is refused, and another node is asked, where of %s, by %s, it %s',
    async (what, method, why, alter) => {
      const honest = await reads[what](alone)
      proxies[0]!.behaviour = answering(method, alter)
      const error: unknown = await reads[what](alone).catch((thrown: unknown) => thrown)
      expect(isNodeFailure(error)).toBe(true)
      expect(detailsOf(error)).toContain(why)
      expect(errorText(error).length).toBeLessThanOrEqual(2_000)
      expect(await reads[what](both)).toEqual(honest)
    },
  )
})

test('an unreadable hash of sent bytes counts as a lost answer, and unreadable answers are counted', async () => {
  proxies[0]!.behaviour = async ({ method }) =>
    method === 'eth_sendRawTransaction' ? { result: '0xabc' } : undefined
  await expect(sendRawTransaction(alone, { serializedTransaction: bytes })).rejects.toSatisfy(
    (error: Error) => [error, error.cause].some((one) => one instanceof UnreadableAnswer),
  )
  expect(liar.takeUnreadable()).toEqual({
    times: 1,
    detail: 'the answer to eth_sendRawTransaction cannot be read: is a text of 5 characters',
  })
  expect(liar.takeUnreadable().times).toBe(0)
})

test('no error of a node is longer than its limit, whatever the node answers', async () => {
  const long = 'x'.repeat(900_000)
  const errors = [
    { code: -32_000, message: long },
    { code: 3, message: `execution reverted: ${long}`, data: `0x${long}` },
    { code: 3, message: 'execution reverted', data: { data: `0x${long}`, message: long } },
  ]
  for (const error of errors) {
    proxies[0]!.behaviour = async () => ({ error })
    const thrown: unknown = await call(alone, { to: address, data: bytes }).catch((one) => one)
    for (let cause = thrown; cause instanceof Error; cause = cause.cause) {
      expect(cause.message.length).toBeLessThan(2_000)
      expect(JSON.stringify(cause).length).toBeLessThan(5_000)
    }
    expect(detailsOf(thrown).length).toBeLessThanOrEqual(500)
  }
})

test('an answer that cannot be long is not read beyond its limit', async () => {
  proxies[0]!.behaviour = async () => ({ result: `0x${'f'.repeat(2_000_000)}` })
  const error: unknown = await getBalance(alone, { address }).catch((one) => one)
  expect(detailsOf(error)).toBe('response size exceeds 1048576 bytes')
  expect(isNodeFailure(error)).toBe(true)
})

test('the operator sees which node gave an answer that cannot be read', async () => {
  const { chain, database } = world
  proxies[1]!.behaviour = answering(block, withFields(manyDigits))
  await expect(pollOnce(world, chain.nodes[1]!)).rejects.toThrow(UnreadableAnswer)
  await pollOnce(world, chain.nodes[0]!)
  const { rows } = await database.pool.query(
    `select node, detail from node_anomaly where what = 'UnreadableAnswer'`,
  )
  expect(rows).toEqual([
    {
      node: new URL(proxies[1]!.url).host,
      detail: `the answer to ${block} cannot be read: number is a text of ${digits + 2} characters`,
    },
  ])
})

/** The habits that are learnt of a node: a request that it refused is not made anew each time. */
import { createClient, type Client } from 'viem'
import {
  call,
  getBalance,
  getBlockNumber,
  getTransactionCount,
  sendRawTransaction,
} from 'viem/actions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readLogsInPieces } from '../../src/reader/logs/log-pieces.ts'
import { readHeader } from '../../src/chain/blocks.ts'
import { RangeLimit } from '../../src/chain/rpc/range-limit.ts'
import { RpcNode } from '../../src/chain/rpc/rpc-node.ts'
import { createNodeTransport } from '../../src/chain/rpc/rpc-failover.ts'
import type { LaunchedServer } from '../../test/support/launched.ts'
import { startTestChain } from '../../test/support/chain.ts'
import {
  demandAddress,
  limitRange,
  limitRate,
  refuseBlockObjects,
  refusePending,
} from '../../test/chain/node-behaviours.ts'
import { type Behaviour, type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'

const token = '0x00000000000000000000000000000000000000c0'
const holder = '0x00000000000000000000000000000000000A11cE'

let server: LaunchedServer
let proxy: RpcProxy
let node: RpcNode
let client: Client
/** The requests to the proxy since the test began. */
let asked: { method: string; params: unknown[] }[]

beforeAll(async () => {
  server = await startTestChain()
  proxy = await startRpcProxy(() => server.url)
  const direct = createClient({ transport: createNodeTransport(new RpcNode(server.url)) })
  await direct.request({ method: 'anvil_mine', params: ['0x80'] } as never)
})
beforeEach(() => {
  node = new RpcNode(proxy.url, { addresses: [token], logRangeMax: 64 })
  client = createClient({ transport: createNodeTransport(node) })
  asked = []
})
afterAll(async () => {
  await proxy?.stop()
  await server?.stop()
})

function behave(behaviour: Behaviour): void {
  proxy.behaviour = async (request, pass) => {
    asked.push({ method: request.method, params: request.params })
    return behaviour(request, pass)
  }
}

const widthsAsked = () =>
  asked
    .filter(({ method }) => method === 'eth_getLogs')
    .map(({ params: [filter] }) => {
      const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
      return Number(toBlock) - Number(fromBlock) + 1
    })

const readAll = () => readLogsInPieces(client, { address: token, topics: [] }, { from: 1, to: 128 })

test('a range that was refused is asked for once, and never again', async () => {
  behave(limitRange(10, { code: -32_005, message: 'exceed maximum block range: 10' }))
  await readAll()
  expect(widthsAsked().filter((width) => width > 10)).toEqual([64, 32, 16])
  expect(node.range.blocks).toBe(8)

  asked = []
  await readAll()
  expect(widthsAsked()).toEqual(Array.from({ length: 16 }, () => 8))
})

test('ranges of blocks that hold too many logs are cut smaller, and others are not', async () => {
  behave(async ({ method, params: [filter] }) => {
    if (method !== 'eth_getLogs') return undefined
    const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
    const isDense = Number(fromBlock) <= 3 && Number(toBlock) >= 3
    const isRefused = isDense && Number(toBlock) - Number(fromBlock) >= 4
    return isRefused
      ? { error: { code: -32_005, message: 'query returned more than 10000 results' } }
      : undefined
  })
  await readAll()
  expect(node.range.blocks).toBe(64)
  expect(Math.max(...widthsAsked().slice(5))).toBe(64)
})

test('a range limit grows again, slowly, and goes back to what was given', () => {
  const limit = new RangeLimit(100)
  limit.refuse(100, 10, 0)
  expect([limit.next(0), limit.next(59_000)]).toEqual([10, 10])
  limit.give(10)
  expect(limit.next(61_000)).toBe(15)
  limit.refuse(15, 8, 61_000)
  expect([limit.next(61_000), limit.next(180_000)]).toEqual([10, 10])
  expect(limit.next(182_000)).toBe(15)
})

test('where logs of any address are refused, those of the known tokens are read', async () => {
  behave(demandAddress)
  for (let i = 0; i < 3; i++) await readLogsInPieces(client, { topics: [] }, { from: 1, to: 9 })
  const addresses = asked.map(({ params: [filter] }) => (filter as { address?: unknown }).address)
  expect(addresses).toEqual([undefined, [token], [token], [token]])
  expect(node.lacking).toEqual(['logs of any address'])
})

test('where block objects are refused, the block is named by its number and checked again', async () => {
  behave(refuseBlockObjects)
  const { hash } = (await readHeader(client, 5))!
  for (let i = 0; i < 2; i++)
    expect(await getBalance(client, { address: holder, blockHash: hash } as never)).toBe(0n)
  await call(client, { to: token, blockHash: hash } as never)
  const objects = asked.filter(({ params: [, block] }) => typeof block === 'object')
  expect(objects).toHaveLength(1)
  expect(node.lacking).toEqual(['calls at a block by its hash'])
})

test('a call by number counts only while its block is still the same', async () => {
  const { hash } = (await readHeader(client, 5))!
  const other = `0x${'ab'.repeat(32)}`
  behave(async (request, pass) => {
    if (request.method !== 'eth_getBlockByNumber') return refuseBlockObjects(request, pass)
    return { result: { ...((await pass()).result as object), hash: other } }
  })
  const reading = getBalance(client, { address: holder, blockHash: hash } as never)
  await expect(reading).rejects.toThrow(/Cannot wrap/)
})

test('where the pending block is refused, the latest is asked for', async () => {
  behave(refusePending)
  for (let i = 0; i < 3; i++)
    await getTransactionCount(client, { address: holder, blockTag: 'pending' })
  expect(asked.map(({ params: [, block] }) => block)).toEqual([
    'pending',
    'latest',
    'latest',
    'latest',
  ])
})

test('a passing failure does not change how a node is asked', async () => {
  let isIll = true
  behave(async () => (isIll ? { status: 502, body: 'bad gateway' } : undefined))
  await expect(
    getTransactionCount(client, { address: holder, blockTag: 'pending' }),
  ).rejects.toThrow(/bad gateway/)
  isIll = false
  await getTransactionCount(client, { address: holder, blockTag: 'pending' })
  expect(asked.map(({ params: [, block] }) => block)).toEqual(['pending', 'pending'])
})

const askIt = () => getBalance(client, { address: holder })
/** Loses this many of the next requests, once one was answered. */
async function loseNext(count: number, answer: object = { status: 502, body: 'bad gateway' }) {
  let left = 0
  behave(async () => (left-- > 0 ? answer : undefined))
  await askIt()
  left = count
  asked = []
}

test('a request that a gateway loses once is made again at once, and none twice of a node that is away', async () => {
  await loseNext(1)
  await askIt()
  expect(asked).toHaveLength(2)
  await loseNext(3)
  await expect(askIt()).rejects.toThrow(/bad gateway/)
  await expect(askIt()).rejects.toThrow(/bad gateway/)
  expect(asked).toHaveLength(3)
})

test('nothing is asked again at once of a node that says when it is back, and nothing is sent twice', async () => {
  await loseNext(1, { status: 503, headers: { 'retry-after': '30' }, body: 'back soon' })
  await expect(askIt()).rejects.toThrow(/back soon/)
  expect(asked).toHaveLength(1)
  await loseNext(1)
  await expect(sendRawTransaction(client, { serializedTransaction: '0x00' })).rejects.toThrow(
    /bad gateway/,
  )
  expect(asked).toHaveLength(1)
})

test.each([
  ['seconds', () => '1'],
  ['a date', () => new Date(Date.now() + 2_000).toUTCString()],
])('a Retry-After in %s is waited for', async (_, after) => {
  let refusedAt = 0
  let againAt = 0
  behave(async () => {
    if (refusedAt) {
      againAt ||= performance.now()
      return undefined
    }
    refusedAt = performance.now()
    return { status: 429, headers: { 'retry-after': after() }, body: 'slow down' }
  })
  await getBlockNumber(client)
  expect(againAt - refusedAt).toBeGreaterThan(900)
  expect(againAt - refusedAt).toBeLessThan(4_000)
})

test('a node that asks for a long rest is not asked meanwhile, and not longer than the limit', async () => {
  behave(async () => ({ status: 429, headers: { 'retry-after': '86400' }, body: 'tomorrow' }))
  await expect(getBlockNumber(client)).rejects.toThrow(/asked too often; not asked again for 300 s/)
  await expect(getBlockNumber(client)).rejects.toThrow(/tomorrow/)
  expect(asked).toHaveLength(1)
})

test('a node that takes 20 requests a second gets about as many, and refuses few', async () => {
  const rate = limitRate(20)
  behave(rate)
  const startedAt = performance.now()
  for (let round = 0; round < 8; round++)
    await Promise.all(Array.from({ length: 16 }, () => getBalance(client, { address: holder })))
  const seconds = (performance.now() - startedAt) / 1_000
  expect(rate.taken).toBe(128)
  expect(rate.refused).toBeLessThan(40)
  expect(seconds).toBeLessThan(16)
  expect(node.perSecond).toBeLessThan(40)
})

test.each(['transaction already imported', 'nonce too low: next nonce 5, tx nonce 4'])(
  'a node that says "%s" of bytes sent again has made no error',
  async (message) => {
    behave(async () => ({ error: { code: -32_003, message } }))
    await expect(sendRawTransaction(client, { serializedTransaction: '0x00' })).rejects.toThrow(
      message,
    )
    expect(node.takeErrors()).toEqual({ count: 0, last: null })
    behave(async () => ({ error: { code: -32_003, message: 'database closed' } }))
    await expect(sendRawTransaction(client, { serializedTransaction: '0x00' })).rejects.toThrow(
      'database closed',
    )
    expect(node.takeErrors()).toMatchObject({ count: 1, last: { text: 'database closed' } })
  },
)

test('headers of the chains file are sent, and a key is neither shown nor repeated', async () => {
  const key = 'SUPERSECRETKEY0123456789'
  const { port } = new URL(proxy.url)
  const url = `http://user:PASSWORDPASSWORD@127.0.0.1:${port}/v2/${key}?apikey=QUERYSECRETQUERY`
  const secret = new RpcNode({ url, headers: { 'x-api-key': 'HEADERSECRETHEADER' } })
  const reading = createClient({ transport: createNodeTransport(secret) })
  behave(async () => undefined)
  await getBlockNumber(reading)
  expect(proxy.path).toBe(`/v2/${key}?apikey=QUERYSECRETQUERY`)
  expect(proxy.headers).toMatchObject({
    'x-api-key': 'HEADERSECRETHEADER',
    authorization: `Basic ${Buffer.from('user:PASSWORDPASSWORD').toString('base64')}`,
  })

  const echo = (text: string) => [
    { status: 502, body: text },
    { status: 401, error: { code: -32_000, message: text } },
    { error: { code: -32_603, message: text } },
    { status: 429, body: text },
  ]
  const everything = `no such project: ${url} ${JSON.stringify(proxy.headers)}`
  for (const answer of echo(everything)) {
    behave(async () => answer)
    const error: unknown = await getBlockNumber(reading).catch((thrown: unknown) => thrown)
    const shown = inspectAll(error) + secret.name + JSON.stringify(secret.lastError)
    expect(shown).not.toMatch(/SUPERSECRET|QUERYSECRET|HEADERSECRET|PASSWORDPASSWORD/)
    expect(shown).not.toContain(Buffer.from('user:PASSWORDPASSWORD').toString('base64'))
  }
  await proxy.stop()
  const dead: unknown = await getBlockNumber(reading).catch((thrown: unknown) => thrown)
  expect(inspectAll(dead)).not.toMatch(/SUPERSECRET|QUERYSECRET|HEADERSECRET|PASSWORDPASSWORD/)
})

/** Lists everything that a log or a stack could show of an error. */
function inspectAll(error: unknown): string {
  let text = ''
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    text += `${cause.stack} ${JSON.stringify(cause)} ${Object.values(cause).map(String).join(' ')}`
  return text
}

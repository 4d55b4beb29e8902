/** Error texts of providers and nodes, verbatim as users report them, and how each is classified. */
import { HttpRequestError, LimitExceededRpcError, RpcRequestError } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  isNoAnswer,
  isNodeFailure,
  isTooMuch,
  isTooOften,
  isUsedUp,
} from '../../src/chain/rpc/complaints.ts'

const url = 'http://node.example'
const errorOf = (code: number, message: string) =>
  new RpcRequestError({ body: {}, url, error: { code, message } })
const http = (status: number, details = '') => new HttpRequestError({ url, status, details })

const tooWide: [number, string][] = [
  [-32_005, 'eth_getLogs block range too large, range: 5000, max: 1000'],
  [-32_005, 'exceed maximum block range: 1000'],
  [-32_005, 'query exceeds limit: block range limit exceeded'],
  [
    -32_602,
    'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range.',
  ],
  [-32_600, 'You can make eth_getLogs requests with up to a 500 block range.'],
  [-32_614, 'eth_getLogs is limited to a 10,000 range'],
  [-32_000, 'block range too large'],
  [-32_047, "Invalid eth_getLogs request. 'fromBlock'-'toBlock' range too large. Max range: 800"],
  [35, 'ranges over 10000 blocks are not supported on freetier'],
  [-32_062, 'Block range is too large'],
  [-32_701, 'exceed max allowed blocks: maximum 50000 blocks'],
]
const tooMany: [number, string][] = [
  [-32_005, 'query returned more than 10000 results'],
  [-32_000, 'query returned more than 10000 results. Try with this block range [0x1, 0x2].'],
  [
    -32_602,
    'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range',
  ],
  [-32_000, 'query exceeds max results 20000, retry with the range 1-2'],
  [-32_008, 'backend response too large: response size exceeded'],
  [-32_002, 'query timeout exceeded'],
]
const tooOften: [number, string][] = [
  [-32_005, 'daily request count exceeded, request rate limited'],
  [-32_005, 'project ID request rate exceeded'],
  [-32_005, 'rate limit exceeded'],
  [-32_007, '50/second request limit reached - reduce calls per second'],
  [429, 'Your app has exceeded its compute units per second capacity.'],
  [-32_029, 'Too Many Requests'],
  [-32_000, 'call rate limit exhausted, retry in 10s'],
  [-32_000, 'Too many requests, please slow down'],
]

describe('too wide ranges', () => {
  test.each(tooWide)('a range is too wide by %i %s', (code, message) => {
    expect(isTooMuch(errorOf(code, message))).toBe('range')
    expect(isTooOften(errorOf(code, message), 'eth_getLogs')).toBe(false)
  })

  test('a range is too wide by the status of HTTP alone', () => {
    for (const status of [400, 413]) expect(isTooMuch(http(status))).toBe('range')
  })

  test('a bare "limit exceeded" about logs may mean a range that is too wide', () => {
    const bare = new LimitExceededRpcError(errorOf(-32_005, 'limit exceeded'))
    expect(isTooMuch(bare)).toBe('maybe')
    expect(isTooOften(bare, 'eth_getLogs')).toBe(false)
    expect(isTooOften(bare, 'eth_call')).toBe(true)
  })
})

describe('too many results', () => {
  test.each(tooMany)('a range holds too many results by %i %s', (code, message) => {
    expect(isTooMuch(errorOf(code, message))).toBe('results')
    expect(isTooOften(errorOf(code, message), 'eth_getLogs')).toBe(false)
  })
})

describe('too frequent requests', () => {
  test.each(tooOften)('a node is asked too often by %i %s', (code, message) => {
    expect(isTooMuch(errorOf(code, message))).toBeNull()
    for (const method of ['eth_getLogs', 'eth_call'])
      expect(isTooOften(errorOf(code, message), method)).toBe(true)
    expect(isNoAnswer(errorOf(code, message))).toBe(true)
  })

  test('a node is asked too often by a 429, or by a refusal that says so', () => {
    expect(isTooOften(http(429, '<html>slow down</html>'), 'eth_call')).toBe(true)
    expect(isTooOften(http(403, 'monthly quota exceeded'), 'eth_call')).toBe(true)
    expect(isTooOften(http(502, 'bad gateway'), 'eth_call')).toBe(false)
  })

  test('a node that is asked too often may refuse for a whole day', () => {
    expect(isUsedUp(errorOf(...tooOften[0]!))).toBe(true)
    expect(isUsedUp(errorOf(...tooOften[1]!))).toBe(false)
  })
})

test.each([
  [-32_000, 'nonce too low'],
  [-32_000, 'insufficient funds for gas * price + value'],
  [-32_000, 'max fee per gas less than block base fee'],
  [-32_000, 'tx fee (1.20 ether) exceeds the configured cap (1.00 ether)'],
  [-32_000, 'intrinsic gas too low'],
  [3, 'execution reverted: rate limit exceeded'],
])('%i %s is about a transaction or a call, not about how a node is asked', (code, message) => {
  expect(isTooOften(errorOf(code, message), 'eth_sendRawTransaction')).toBe(false)
  expect(isNoAnswer(errorOf(code, message))).toBe(false)
})

test('a revert is an answer', () => {
  expect(isNodeFailure(errorOf(3, 'execution reverted'))).toBe(false)
  expect(isNodeFailure(errorOf(-32_000, 'VM Exception: revert'))).toBe(false)
  expect(isNodeFailure(errorOf(-32_603, 'internal error'))).toBe(true)
})

test('a block that the node lacks is no reason to ask for less', () => {
  expect(isTooMuch(errorOf(-32_000, 'header not found'))).toBeNull()
  expect(isTooMuch(errorOf(-32_001, 'block not found: 0x10'))).toBeNull()
})

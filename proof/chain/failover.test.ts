import { createClient } from 'viem'
import { getBlockNumber, getChainId } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { RpcNode } from '../../src/chain/rpc/rpc-node.ts'
import { createFailover } from '../../src/chain/rpc/rpc-failover.ts'
import type { LaunchedServer } from '../../test/support/launched.ts'
import { startTestChain } from '../../test/support/chain.ts'
import { type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'

let node: LaunchedServer
let first: RpcProxy
let second: RpcProxy

beforeAll(async () => {
  node = await startTestChain()
  first = await startRpcProxy(() => node.url)
  second = await startRpcProxy(() => node.url)
})
beforeEach(() => {
  for (const proxy of [first, second]) {
    proxy.isDown = false
    proxy.behaviour = () => undefined
    proxy.requests = 0
  }
})
afterAll(async () => {
  await first?.stop()
  await second?.stop()
  await node?.stop()
})

const connect = (...urls: string[]) =>
  createClient({ transport: createFailover(urls.map((url) => new RpcNode(url))) })

test('the first node is asked for as long as it answers', async () => {
  const client = connect(first.url, second.url)
  await getChainId(client)
  expect([first.requests, second.requests]).toEqual([1, 0])
})

test('a node that does not answer rests, and the next one serves (P12)', async () => {
  first.isDown = true
  const client = connect(first.url, second.url)
  for (let i = 0; i < 5; i++) expect(await getChainId(client)).toBe(31_337)
  expect([first.requests, second.requests]).toEqual([1, 5])
})

test('when all nodes rest, all of them are asked', async () => {
  first.isDown = true
  second.isDown = true
  const client = connect(first.url, second.url)
  await expect(getChainId(client)).rejects.toThrow(/HTTP request failed/)
  second.isDown = false
  expect(await getChainId(client)).toBe(31_337)
})

test('a node that answers "too many requests" is left for another', async () => {
  first.behaviour = async () => ({ error: { code: 429, message: 'too many requests' } })
  expect(await getChainId(connect(first.url, second.url))).toBe(31_337)
})

test('a node that answers with an internal error is left for another', async () => {
  first.behaviour = async () => ({ error: { code: -32_603, message: 'internal error' } })
  expect(await getChainId(connect(first.url, second.url))).toBe(31_337)
})

test('a revert is an answer, so no other node is asked', async () => {
  first.behaviour = async () => ({ error: { code: 3, message: 'execution reverted', data: '0x' } })
  await expect(getBlockNumber(connect(first.url, second.url))).rejects.toThrow(/reverted/i)
  expect(second.requests).toBe(0)
})

/** The requests that a chain costs while nothing happens on it: providers count them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { mineBlock } from './dev-node.ts'
import { request } from './payments.ts'
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts'
import { createWorld, startThinking, type World } from './world.ts'

let world: World
let proxy: RpcProxy
let thinking: { stop(): Promise<void> }
let asked: string[] = []

beforeAll(async () => {
  world = await createWorld({
    rpcUrls: async (nodeUrl) => {
      proxy = await startRpcProxy(() => nodeUrl)
      return [proxy.url]
    },
  })
  thinking = startThinking(world)
  proxy.behaviour = async ({ method }) => {
    asked.push(method)
    return undefined
  }
})
afterAll(async () => {
  await thinking?.stop()
  await proxy?.stop()
  await world?.close()
})

async function requestsOfOnePoll(): Promise<Record<string, number>> {
  asked = []
  await pollOnce(world, world.chain.nodes[0]!)
  return Object.fromEntries(
    [...new Set(asked)].map((method) => [method, asked.filter((one) => one === method).length]),
  )
}

test('a poll of a chain that has not moved costs one request', async () => {
  await requestsOfOnePoll()
  expect(await requestsOfOnePoll()).toEqual({ eth_getBlockByNumber: 1 })
})

test('an empty block costs one header, and one request for each kind of logs', async () => {
  await request(world)
  await mineBlock(world.direct)
  await requestsOfOnePoll()
  await mineBlock(world.direct)
  expect(await requestsOfOnePoll()).toEqual({ eth_getBlockByNumber: 1, eth_getLogs: 3 })
})

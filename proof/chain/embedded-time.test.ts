/** Moving a local chain's time where its node is away: whoever asked is told to come back, by 503 over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectChain } from '../../src/chain/clients.ts'
import {
  advanceChainTime,
  mineBlocks,
  readLatestBlockNumber,
} from '../../src/chain/embedded-time.ts'
import { RetryableError } from '../../src/shared/errors.ts'
import { localChains } from '../../src/shared/chains.ts'
import { startTestChain } from '../../test/support/chain.ts'
import { type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'

let node: Awaited<ReturnType<typeof startTestChain>>
let proxy: RpcProxy
beforeAll(async () => {
  node = await startTestChain()
  proxy = await startRpcProxy(() => node.url)
})
afterAll(async () => {
  await proxy?.stop()
  await node?.stop()
})

const inAnHour = () => new Date(Date.now() + 60 * 60 * 1000)
const connect = () => {
  const settings = { ...localChains[0]!, rpcUrls: [proxy.url] }
  return { ...settings, ...connectChain(settings) } as never
}

test.for<[string, () => Promise<unknown>]>([
  ['to move its time', () => advanceChainTime(connect(), inAnHour())],
  ['to mine a block', () => mineBlocks(connect(), 1)],
  ['to mine several', () => mineBlocks(connect(), 2)],
  ['for its newest block', () => readLatestBlockNumber(connect())],
])('a local chain that is away, asked %s, is to be asked again', async ([, ask]) => {
  proxy.isDown = true
  await expect(ask()).rejects.toThrow(RetryableError)
  proxy.isDown = false
  await ask()
})

/** A provider's chain is looked at with every block while something is awaited, and rarely otherwise. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadCursor } from '../../src/chain/rows/cursor.ts'
import { startWatcher } from '../../src/watching/watcher.ts'
import { command } from '../../test/chain/dev-node.ts'
import { request } from '../../test/chain/payments.ts'
import { type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import { until } from '../support/until.ts'
import { blockchain, createWorld, startThinking, type World } from '../../test/chain/world.ts'

let world: World
let proxy: RpcProxy
let parts: { stop(): Promise<void> }[] = []

beforeAll(async () => {
  world = await createWorld({
    rpcUrls: async (nodeUrl) => {
      proxy = await startRpcProxy(() => nodeUrl)
      return [proxy.url]
    },
  })
  const chain = { ...world.chain, embedded: false, pollMs: null }
  const watcher = startWatcher({ ...world, chains: new Map([[blockchain, chain]]) })
  parts = [startThinking(world), watcher]
})
afterAll(async () => {
  for (const part of parts) await part.stop()
  await proxy?.stop()
  await world?.close()
})

const headNumber = async () => Number(await command(world.direct, 'eth_blockNumber'))
const readUpTo = async () => (await loadCursor(world.database.pool, blockchain))?.blockNumber ?? 0

test('while nothing is awaited the node is left alone, and asked once a payment is made', async () => {
  const head = await headNumber()
  await until('the chain is read', async () => (await readUpTo()) === head)
  await command(world.direct, 'evm_setIntervalMining', [1])
  await until('a block has come since', async () => (await headNumber()) > head)
  const before = proxy.requests
  await until('four blocks have come', async () => (await headNumber()) > head + 4)
  expect(proxy.requests).toBe(before)
  expect(await readUpTo()).toBe(head)

  await request(world)
  await until('they are read', async () => (await readUpTo()) > head + 4, 5_000)
  const readFirst = await readUpTo()
  await until('so is the next', async () => (await readUpTo()) > readFirst, 5_000)
})

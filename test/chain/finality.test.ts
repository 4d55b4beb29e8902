import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { resolveChains } from '../../src/chain/deployments/deployments.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { mineBlock } from './dev-node.ts'
import { newPayer, unit } from './payers.ts'
import { pay, request, untilPaymentState } from './payments.ts'
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts'
import { createWorld, startThinking, type World } from './world.ts'

let world: World
let proxy: RpcProxy
let thinking: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld({
    finality: 'finalized',
    rpcUrls: async (nodeUrl) => {
      proxy = await startRpcProxy(() => nodeUrl)
      return [proxy.url]
    },
  })
  thinking = startThinking(world)
})
beforeEach(() => {
  proxy.behaviour = () => undefined
})
afterAll(async () => {
  await thinking?.stop()
  await proxy?.stop()
  await world?.close()
})

const pollNow = () => pollOnce(world, world.chain.nodes[0]!)

/** Makes the node call this block the last finalized one. */
function finalizeUpTo(block: string) {
  proxy.behaviour = async ({ method, params }, pass) =>
    method === 'eth_getBlockByNumber' && params[0] === 'finalized'
      ? pass({ params: [block, false] })
      : undefined
}

test('money counts once its block is finalized, however many blocks are above it', async () => {
  await pollNow()
  const payer = await newPayer(world, 100n * unit)
  const payment = await request(world)
  finalizeUpTo('0x1')
  await pay(world, payer, payment, 10n * unit)
  for (let block = 0; block < 5; block++) await mineBlock(world.direct)
  await pollNow()
  await untilPaymentState(world, payment, 'InProgress.Confirming')

  finalizeUpTo('latest')
  await pollNow()
  await untilPaymentState(world, payment, 'Succeeded.Exact')
})

test('a node that does not know the tag is refused at start, with what to do', async () => {
  proxy.behaviour = async ({ method, params }) =>
    method === 'eth_getBlockByNumber' && params[0] === 'finalized'
      ? { error: { code: -32_602, message: 'unknown block tag' } }
      : undefined
  await expect(resolveChains(world.settings, world.database)).rejects.toThrow(
    /does not know the block tag 'finalized'.*unknown block tag.*"finality": "confirmations"/,
  )
})

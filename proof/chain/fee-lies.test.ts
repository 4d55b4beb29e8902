/** One of two nodes says that gas costs next to nothing: sends go on, at what the chain takes. */
import { afterEach, expect, test } from 'vitest'
import { mineBlock } from '../../test/chain/dev-node.ts'
import { newPayer, unit } from '../../test/chain/payers.ts'
import { pay, paymentOf, request } from '../../test/chain/payments.ts'
import { type Behaviour, type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import { transactionsOf, until } from '../../test/chain/until.ts'
import { createWorld, startAll, type World } from '../../test/chain/world.ts'

const patienceMs = 45_000
const amount = 10n * unit
let world: World
let service: { stop(): Promise<void> }
/** The nodes, in the order of the chains file. */
const proxies: RpcProxy[] = []

afterEach(async () => {
  await service?.stop()
  for (const proxy of proxies.splice(0)) await proxy.stop()
  await world?.close()
})

/** Gives a base fee of 1 wei in every block, and no tip at all. */
const nothingLie: Behaviour = async ({ method }, pass) => {
  if (method === 'eth_maxPriorityFeePerGas') return { result: '0x0' }
  if (method !== 'eth_getBlockByNumber' && method !== 'eth_feeHistory') return undefined
  const { result } = await pass()
  if (!result) return { result }
  if (method === 'eth_getBlockByNumber')
    return { result: { ...(result as object), baseFeePerGas: '0x1' } }
  return { result: { ...(result as object), gasUsedRatio: [0.5], reward: [['0x0']] } }
}

test.each([0, 1])(
  'node %i of two names next to nothing for gas, and holds up no sweep',
  async (liar) => {
    world = await createWorld({
      sweepAfterSeconds: 0,
      rpcUrls: async (nodeUrl) => {
        for (let index = 0; index < 2; index++) proxies.push(await startRpcProxy(() => nodeUrl))
        return proxies.map(({ url }) => url)
      },
    })
    proxies[liar]!.behaviour = nothingLie
    service = startAll(world)
    const payer = await newPayer(world, 1_000n * unit)
    const payment = await request(world)
    await pay(world, payer, payment, amount)
    const isSwept = async () => {
      await mineBlock(world.direct)
      return (await paymentOf(world, payment)).context['swept'] === String(amount)
    }
    await until('swept', isSwept, patienceMs)
    const [sweep] = await transactionsOf(world)
    expect(sweep!.context['purpose']).toBe('sweep')
  },
  2 * patienceMs,
)

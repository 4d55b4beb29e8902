/**
 * The habits that are learnt of a node are lost at a restart, and learnt again in a few requests,
 * so a restart in front of a strict provider is no storm.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectChain } from '../../src/chain/clients.ts'
import { loadCursor } from '../../src/chain/rows/cursor.ts'
import { startWatcher } from '../../src/watching/watcher.ts'
import { command } from '../../test/chain/dev-node.ts'
import {
  allOf,
  demandAddress,
  limitRange,
  refuseBlockObjects,
  refusePending,
} from '../../test/chain/node-behaviours.ts'
import { newPayer, unit } from '../../test/chain/payers.ts'
import { pay, request, untilPaymentState } from '../../test/chain/payments.ts'
import type { RpcProxy } from '../../test/chain/rpc-proxy.ts'
import { createOneNodeWorld } from '../../test/chain/several-nodes.ts'
import { until } from '../../test/chain/until.ts'
import { blockchain, type World } from '../../test/chain/world.ts'

const blocksBehind = 300
const restarts = 3
/** A few tries for each habit: ranges are halved from 32 blocks, the rest is refused once or twice. */
const refusedMax = 12
const patienceMs = 45_000

let world: World
let proxy: RpcProxy
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ world, proxy, stop } = await createOneNodeWorld())
})
afterAll(() => stop?.())

const cursor = async () => (await loadCursor(world.database.pool, blockchain))?.blockNumber ?? 0
const head = async () => Number(BigInt((await command(world.direct, 'eth_blockNumber')) as string))

/** Starts a watcher in a process that has learnt nothing of its node yet. */
function startFreshWatcher() {
  const chain = { ...world.chain, ...connectChain(world.chain) }
  return startWatcher({ ...world, chains: new Map([[blockchain, chain]]), pollMs: 100 })
}

test(
  'a node that gives ten blocks at once and refuses much else is known again after a few requests',
  async () => {
    const first = startFreshWatcher()
    await until('up to date', async () => (await cursor()) === (await head()))
    await first.stop()
    const payer = await newPayer(world, 100n * unit)
    const strict = allOf(
      limitRange(10, { code: -32_600, message: 'eth_getLogs is limited to a 10 block range' }),
      demandAddress,
      refuseBlockObjects,
      refusePending,
    )
    let refused = 0
    proxy.behaviour = async (asked, pass) => {
      const answer = await strict(asked, pass)
      if (answer) refused++
      return answer
    }
    for (let restart = 0; restart < restarts; restart++) {
      const payment = await request(world)
      await pay(world, payer, payment, 10n * unit)
      await command(world.direct, 'anvil_mine', [`0x${blocksBehind.toString(16)}`])
      const to = await head()
      refused = 0
      const watcher = startFreshWatcher()
      await until('caught up', async () => (await cursor()) >= to, patienceMs)
      await untilPaymentState(world, payment, 'Succeeded.Exact')
      await watcher.stop()
      expect(refused).toBeGreaterThan(0)
      expect(refused).toBeLessThanOrEqual(refusedMax)
    }
  },
  (restarts + 1) * patienceMs,
)

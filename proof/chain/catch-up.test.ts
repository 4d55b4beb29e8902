/**
 * After an outage a watcher catches up with a chain at any rate of requests that a provider allows
 * and that is enough for single polls; what was read is stored as it goes.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectChain } from '../../src/chain/clients.ts'
import { loadCursor } from '../../src/chain/rows/cursor.ts'
import { startWatcher } from '../../src/watching/watcher.ts'
import { command } from '../../test/chain/dev-node.ts'
import { limitRate } from '../../test/chain/node-behaviours.ts'
import { newPayer, unit } from '../../test/chain/payers.ts'
import { pay, request, untilPaymentState } from '../../test/chain/payments.ts'
import type { RpcProxy } from '../../test/chain/rpc-proxy.ts'
import { until } from '../support/until.ts'
import { createOneNodeWorld } from '../../test/chain/several-nodes.ts'
import { blockchain, type World } from '../../test/chain/world.ts'

const latencyMs = 50
const blocksBehind = 200
/** About the pause between polls of a chain with a block every 2 s. */
const pollMs = 1_000

let world: World
let proxy: RpcProxy
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ world, proxy, stop } = await createOneNodeWorld())
})
afterAll(() => stop?.())

const cursor = async () => (await loadCursor(world.database.pool, blockchain))?.blockNumber ?? 0

/** Starts a watcher in a process that has learnt nothing of its node yet. */
function startFreshWatcher() {
  const chain = { ...world.chain, ...connectChain(world.chain) }
  return startWatcher({ ...world, chains: new Map([[blockchain, chain]]), pollMs })
}

test.each([
  { perSecond: 25, secondsMax: 40 },
  { perSecond: 10, secondsMax: 75 },
])(
  'a watcher 200 blocks behind catches up at $perSecond requests a second',
  async ({ perSecond, secondsMax }) => {
    const first = startFreshWatcher()
    const payment = await request(world)
    const head = async () =>
      Number(await command(world.direct, 'eth_blockNumber').then((hex) => BigInt(hex as string)))
    await until('up to date', async () => (await cursor()) === (await head()))
    await first.stop()

    const payer = await newPayer(world, 100n * unit)
    await pay(world, payer, payment, 10n * unit)
    await command(world.direct, 'anvil_mine', [`0x${blocksBehind.toString(16)}`])
    const to = await head()
    const rate = limitRate(perSecond, { latencyMs })
    proxy.behaviour = rate
    const second = startFreshWatcher()
    const seen = new Set<number>()
    await until(
      'caught up',
      async () => {
        const at = await cursor()
        seen.add(at)
        return at >= to
      },
      secondsMax * 1_000,
    )
    await untilPaymentState(world, payment, 'Succeeded.Exact')
    await second.stop()
    proxy.behaviour = () => undefined
    expect(seen.size).toBeGreaterThanOrEqual(4)
    expect(rate.refused).toBeLessThan(rate.taken / 4)
  },
  120_000,
)

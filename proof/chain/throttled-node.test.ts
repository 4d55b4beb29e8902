/**
 * One node of several refuses every request as too many: the others are used, and nothing waits for
 * it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RpcNode } from '../../src/chain/rpc/rpc-node.ts'
import { limitRate } from '../../test/chain/node-behaviours.ts'
import { newPayer, unit } from '../../test/chain/payers.ts'
import { pay, request, type StoredPayment, untilPayment } from '../../test/chain/payments.ts'
import { type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import { createWorld, startAll, type World } from '../../test/chain/world.ts'

const nodesCount = 3
const nothing = 0
/** Twice the wait of one request, at most. */
const requestSecondsMax = 20
const paidSecondsMax = 45

let world: World
let parts: { stop(): Promise<void> }
const proxies: RpcProxy[] = []

beforeAll(async () => {
  world = await createWorld({
    nodesToAgree: 2,
    rpcUrls: async (nodeUrl) => {
      for (let index = 0; index < nodesCount; index++)
        proxies.push(await startRpcProxy(() => nodeUrl))
      return proxies.map(({ url }) => url)
    },
  })
  parts = startAll(world)
})
afterAll(async () => {
  await parts?.stop()
  for (const proxy of proxies) await proxy.stop()
  await world?.close()
})

test('many requests at once to a node that takes none end soon', async () => {
  const [proxy] = proxies
  const rate = limitRate(nothing)
  proxy!.behaviour = rate
  const node = new RpcNode(proxy!.url, { isOneOfSeveral: true })
  const startedAt = performance.now()
  const answers = await Promise.allSettled(
    Array.from({ length: 40 }, () => node.request({ method: 'eth_chainId' })),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  expect(answers.every(({ status }) => status === 'rejected')).toBe(true)
  expect(seconds).toBeLessThan(requestSecondsMax)
})

test(
  'a payment is credited and moved on while the preferred node takes no request',
  async () => {
    for (const proxy of proxies) proxy.behaviour = () => undefined
    const payer = await newPayer(world, 100n * unit)
    const payment = await request(world)
    proxies[0]!.behaviour = limitRate(nothing)
    await pay(world, payer, payment, 10n * unit)
    const isMovedOn = ({ context }: StoredPayment) => context.swept === String(10n * unit)
    await untilPayment(world, payment, 'moved on', isMovedOn, paidSecondsMax * 1_000)
  },
  (paidSecondsMax + 30) * 1_000,
)

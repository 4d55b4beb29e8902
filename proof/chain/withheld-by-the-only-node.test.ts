/** One node is enough and keeps events back: they are found as soon as it gives them. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkContracts } from '../../src/reader/contracts/contract-round.ts'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import { saltIdOf, termsOf } from '../../src/chain/rows/subscriptions.ts'
import { approve, newPayer, sendFrom, subscribe, unit } from '../../test/chain/payers.ts'
import { type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import { subscriptionOf, timesReported } from '../../test/chain/until.ts'
import {
  checkAllContracts,
  pollByFirst,
  pollByFirstUntil,
  withholding,
} from '../../test/chain/withholding.ts'
import { createWorld, startThinking, type World } from '../../test/chain/world.ts'

let world: World
let proxy: RpcProxy
let thinking: { stop(): Promise<void> }

beforeEach(async () => {
  world = await createWorld({
    rpcUrls: async (nodeUrl) => {
      proxy = await startRpcProxy(() => nodeUrl)
      return [proxy.url]
    },
  })
  thinking = startThinking(world)
})
afterEach(async () => {
  await thinking?.stop()
  await proxy?.stop()
  await world?.close()
})

async function activatedUnseen() {
  const payer = await newPayer(world, 1_000n * unit)
  const startMs = Math.floor(world.clock.now().getTime() / 1_000) * 1_000 - 60_000
  const input = await subscribe(world, payer, { startFrom: new Date(startMs).toISOString() })
  await checkAllContracts(world)
  proxy.behaviour = withholding
  await approve(world, payer, input.contractAddress, 120n * unit)
  await sendFrom(world, payer, {
    to: world.chain.factory,
    abi: subscriptionFactoryAbi,
    name: 'activate',
    args: [termsOf(input), saltIdOf(input)],
  })
  for (let turn = 0; turn < 3; turn++) await pollByFirst(world)
  return input
}

const unexplained = async () => {
  const { rows } = await world.database.pool.query<{ reason: string; resolved_at: Date | null }>(
    `select reason, resolved_at from anomaly where event->>'type' = 'chain.unexplained'`,
  )
  return rows
}

test('an event that the only node keeps back is noted as missing, and counts once when the node gives it', async () => {
  await pollByFirst(world)
  const input = await activatedUnseen()
  await checkAllContracts(world)
  await checkAllContracts(world)
  await pollByFirst(world)
  expect(await timesReported(world, input.contractAddress, 'chain.charged')).toBe(0)
  expect(await unexplained()).toMatchObject([
    { reason: expect.stringContaining('says more of itself than its events'), resolved_at: null },
  ])

  proxy.behaviour = () => undefined
  await checkAllContracts(world)
  await pollByFirstUntil(world, 'it is active', async () => {
    return (await subscriptionOf(world, input.contractAddress)).status === 'Active'
  })
  await checkAllContracts(world)
  await pollByFirst(world)
  expect(await timesReported(world, input.contractAddress, 'chain.charged')).toBe(1)
  expect(await unexplained()).toMatchObject([{ resolved_at: expect.anything() }])
})

test('a round asks the node at once for the states of all due contracts and the allowances of drafts', async () => {
  await pollByFirst(world)
  const payer = await newPayer(world, 0n)
  for (let index = 0; index < 5; index++) await subscribe(world, payer)
  const methods: string[] = []
  proxy.behaviour = ({ method }) => void methods.push(method)
  await checkContracts(world, world.chain.nodes[0]!)
  expect(methods).toEqual([])
  await checkAllContracts(world)
  const asked = methods.filter((method) => method !== 'eth_getBlockByNumber')
  expect(asked).toEqual(['eth_call', 'eth_call'])
  methods.length = 0
  await checkContracts(world, world.chain.nodes[0]!)
  expect(methods).toEqual([])
})

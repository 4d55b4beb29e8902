import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { command, mineBlock, setAutomine, setBalance } from '../../test/chain/dev-node.ts'
import {
  activeSubscription,
  approve,
  newPayer,
  say,
  subscribe,
  unit,
} from '../../test/chain/payers.ts'
import { type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import { chargesOf, transactionsOf, until, untilQuiet, untilState } from '../../test/chain/until.ts'
import { startWatcher } from '../../src/watching/watcher.ts'
import {
  createWorld,
  passDays,
  startAll,
  startRelay,
  startThinking,
  type World,
} from '../../test/chain/world.ts'

let world: World
let proxy: RpcProxy
let service: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld({
    rpcUrls: async (nodeUrl) => {
      proxy = await startRpcProxy(() => nodeUrl)
      return [proxy.url]
    },
  })
  service = startAll(world)
})
beforeEach(() => {
  proxy.isDown = false
})
afterAll(async () => {
  await service?.stop()
  await proxy?.stop()
  await world?.close()
})

const lastTransaction = async () => (await transactionsOf(world)).at(-1)
const untilLastIs = (status: string) =>
  until(`the last transaction is ${status}`, async () => {
    const last = await lastTransaction()
    return last?.status === status && last
  })

test('charges wait while the chain does not answer, and lose no attempt (P4, P12)', async () => {
  const { contractAddress } = await activeSubscription(world)
  proxy.isDown = true
  await passDays(world, 30)
  const requestsBefore = proxy.requests
  await until('some tries', async () => proxy.requests > requestsBefore + 10)
  expect((await chargesOf(world, contractAddress))[1]).toMatchObject({
    status: 'Pending',
    phase: 'Requested',
    context: { attempts: 1 },
  })

  proxy.isDown = false
  const { context } = await untilState(world, contractAddress, 'Active.Current')
  expect(context['chargesMade']).toBe(2)
  expect((await chargesOf(world, contractAddress))[1]).toMatchObject({ context: { attempts: 1 } })
})

test('an activation that cannot be checked shows why, and goes on when the chain is back', async () => {
  const payer = await newPayer(world, 100n * unit)
  const input = await subscribe(world, payer)
  proxy.isDown = true
  await approve(world, payer, input.contractAddress, 120n * unit)
  await say(world, input, { type: 'subscription.activate' })
  const idle = await until('the report that nothing can be checked', async () => {
    const found = await untilState(world, input.contractAddress, 'Draft.Idle')
    return found.context.reason !== null && found
  })
  expect(idle.context.reason).toBe('RpcUnavailable')

  proxy.isDown = false
  await untilState(world, input.contractAddress, 'Active.Current')
})

test('a transaction whose gas is gone when it is sent goes out unchanged once there is some (P13)', async () => {
  const { contractAddress } = await activeSubscription(world)
  await untilQuiet(world)
  proxy.behaviour = async ({ method }) => {
    if (method !== 'eth_sendRawTransaction') return undefined
    await setBalance(world.direct, world.merchant.wallet, 1n)
    return undefined
  }
  await passDays(world, 30)
  await untilState(world, contractAddress, 'Suspended')
  const unfunded = await untilLastIs('Signed')
  expect(unfunded.phase).toBe('Unfunded')

  proxy.behaviour = () => undefined
  await setBalance(world.direct, world.merchant.wallet, 10n ** 18n)
  const { context } = await untilState(world, contractAddress, 'Active.Current')
  expect(context['chargesMade']).toBe(2)
  const sent = await untilLastIs('Final')
  expect(sent.context['hashes']).toEqual(unfunded.context['hashes'])
})

test('a transaction that no block takes is replaced at a higher fee', async () => {
  const { contractAddress } = await activeSubscription(world)
  await untilQuiet(world)
  await setAutomine(world.direct, false)
  await passDays(world, 30)
  const sent = await untilLastIs('Broadcast')
  const baseFee = `0x${(BigInt(String(sent.context['maxFeePerGas'])) * 2n).toString(16)}`
  for (let block = 0; block < 6; block++) {
    await command(world.direct, 'anvil_setNextBlockBaseFeePerGas', [baseFee])
    await mineBlock(world.direct)
  }
  const replaced = await until('a replacement', async () => {
    const last = (await lastTransaction())!
    return (last.context['hashes'] as string[]).length > 1 && last
  })
  expect(replaced.context['nonce']).toBe(sent.context['nonce'])

  await setAutomine(world.direct, true)
  await mineBlock(world.direct)
  const { context } = await untilState(world, contractAddress, 'Active.Current')
  expect(context['chargesMade']).toBe(2)
  await untilLastIs('Final')
})

test('a transaction that the node dropped is sent again after the next block, at the same fee', async () => {
  const { contractAddress } = await activeSubscription(world)
  await untilQuiet(world)
  await service.stop()
  // So rarely that no check of nonce lanes comes before it.
  const rare = startWatcher({ ...world, pollMs: 1_500 })
  const others = [startThinking(world), startRelay(world)]
  await setAutomine(world.direct, false)
  await passDays(world, 30)
  const sent = await untilLastIs('Broadcast')
  await command(world.direct, 'anvil_dropAllTransactions')
  const isHeld = async () => {
    const { pending } = (await command(world.direct, 'txpool_status', [])) as { pending: string }
    return Number(pending) > 0
  }
  expect(await isHeld()).toBe(false)
  await mineBlock(world.direct)
  await until('it is held again', isHeld, 7_000)
  expect((await lastTransaction())!.context['hashes']).toEqual(sent.context['hashes'])

  await setAutomine(world.direct, true)
  await mineBlock(world.direct)
  const { context } = await untilState(world, contractAddress, 'Active.Current')
  expect(context['chargesMade']).toBe(2)
  await untilLastIs('Final')
  for (const part of [rare, ...others]) await part.stop()
  service = startAll(world)
})

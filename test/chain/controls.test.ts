import { readContract } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscriptionAbi } from '../../src/chain/abi/subscription.ts'
import { activeSubscription, approve, newPayer, say, sendFrom, subscribe, unit } from './payers.ts'
import { subscriptionOf, timesTold, transactionsOf, until, untilState } from './until.ts'
import {
  createWorld,
  passDays,
  startRelay,
  startThinking,
  startWatching,
  type World,
} from './world.ts'

let world: World
let rest: { stop(): Promise<void> }[]
let watching: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld()
  rest = [startThinking(world), startRelay(world)]
  watching = startWatching(world)
})
afterAll(async () => {
  await watching?.stop()
  for (const part of rest ?? []) await part.stop()
  await world?.close()
})

const flagsOf = async (contractAddress: string) => {
  const [, , flags] = await readContract(world.direct.reader, {
    address: contractAddress as `0x${string}`,
    abi: subscriptionAbi,
    functionName: 'state',
  })
  return flags
}
const payersCall = (contractAddress: string, name: 'freeze' | 'unfreeze' | 'cancel') => ({
  to: contractAddress as `0x${string}`,
  abi: subscriptionAbi,
  name,
  args: [],
})
const frozenByOperator = 2
const cancelled = 4

test('a merchant pauses and resumes, and the time left is kept', async () => {
  const { input, contractAddress } = await activeSubscription(world)
  await passDays(world, 10)
  await say(world, input, { type: 'subscription.pause' })
  await untilState(world, contractAddress, 'Paused')
  expect(await flagsOf(contractAddress)).toBe(frozenByOperator)

  await passDays(world, 100)
  await say(world, input, { type: 'subscription.unpause' })
  const { context } = await untilState(world, contractAddress, 'Active.Current')
  const daysLeft =
    (Date.parse(String(context['nextChargeAt'])) - world.clock.now().getTime()) / 86_400_000
  expect(daysLeft).toBeCloseTo(20, 2)
  expect(context['chargesMade']).toBe(1)
})

test('a payer pauses and resumes without us', async () => {
  const { payer, contractAddress } = await activeSubscription(world)
  await sendFrom(world, payer, payersCall(contractAddress, 'freeze'))
  const { context } = await untilState(world, contractAddress, 'Paused')
  expect(context['frozenBy']).toBe(payer.address)

  await sendFrom(world, payer, payersCall(contractAddress, 'unfreeze'))
  await untilState(world, contractAddress, 'Active.Current')
})

test('a pause that the payer was faster with is refused before it costs gas', async () => {
  const { payer, input, contractAddress } = await activeSubscription(world)
  const sentBefore = (await transactionsOf(world)).length
  await watching.stop()
  await sendFrom(world, payer, payersCall(contractAddress, 'freeze'))
  await say(world, input, { type: 'subscription.pause' })
  await until('the refusal', async () => {
    return (await timesTold(world, contractAddress, 'request.refused')) === 1
  })
  watching = startWatching(world)
  const { context } = await untilState(world, contractAddress, 'Paused')
  expect(context['frozenBy']).toBe(payer.address)
  expect(await transactionsOf(world)).toHaveLength(sentBefore)
})

test('a merchant cancels for good', async () => {
  const { input, contractAddress } = await activeSubscription(world)
  await say(world, input, { type: 'subscription.cancel' })
  await untilState(world, contractAddress, 'Cancelled')
  expect(await flagsOf(contractAddress)).toBe(cancelled)
})

test('a draft with an allowance is cancelled on chain, though it was never deployed', async () => {
  const payer = await newPayer(world, 0n)
  const input = await subscribe(world, payer)
  await approve(world, payer, input.contractAddress, 5n * unit)
  await until('the allowance is seen', async () => {
    const { context } = await subscriptionOf(world, input.contractAddress)
    return context['allowance'] === String(5n * unit)
  })
  await say(world, input, { type: 'subscription.cancel' })
  await untilState(world, input.contractAddress, 'Cancelled')
  expect(await flagsOf(input.contractAddress)).toBe(cancelled)
})

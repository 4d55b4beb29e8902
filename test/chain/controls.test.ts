import type { Address } from 'viem'
import { getBalance, getCode, readContract, simulateContract } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscriptionAbi } from '../../src/chain/abi/subscription.ts'
import { command, mineBlock, setAutomine } from './dev-node.ts'
import {
  activeSubscription,
  approve,
  mint,
  newPayer,
  type Payer,
  say,
  sendFrom,
  subscribe,
  unit,
} from './payers.ts'
import {
  subscriptionOf,
  timesReported,
  transactionsOf,
  until,
  untilQuiet,
  untilState,
} from './until.ts'
import {
  createWorld,
  passDays,
  startRelay,
  startThinking,
  startWatching,
  type World,
} from './world.ts'

let world: World
let thinking: { stop(): Promise<void> }
let relaying: { stop(): Promise<void> }
let watching: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld()
  thinking = startThinking(world)
  relaying = startRelay(world)
  watching = startWatching(world)
})
afterAll(async () => {
  await watching?.stop()
  await relaying?.stop()
  await thinking?.stop()
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

test('a merchant pauses and resumes, and the time left of the period stays (S3.2-2, S4.6-2)', async () => {
  const { input, contractAddress } = await activeSubscription(world)
  await passDays(world, 10)
  await say(world, input, { type: 'subscription.pause' })
  await untilState(world, contractAddress, 'Paused')
  expect(await flagsOf(contractAddress)).toBe(frozenByOperator)

  await passDays(world, 20)
  await say(world, input, { type: 'subscription.unpause' })
  const { context } = await untilState(world, contractAddress, 'Active.Current')
  const daysLeft =
    (Date.parse(String(context['nextChargeAt'])) - world.clock.now().getTime()) / 86_400_000
  expect(daysLeft).toBeCloseTo(20, 2)
  expect(context['chargesMade']).toBe(1)
})

test('a pause that reaches a contract which is gone is refused, and not waited for', async () => {
  const { input, contractAddress } = await activeSubscription(world)
  const code = await getCode(world.direct.reader, { address: contractAddress as Address })
  await setAutomine(world.direct, false)
  await say(world, input, { type: 'subscription.pause' })
  await until('the pause waits for a block', async () =>
    (await transactionsOf(world)).some(
      ({ status, context }) => status === 'Broadcast' && context['purpose'] === 'freeze',
    ),
  )
  // A reorganisation can leave this: somebody else's first charge has not come again.
  await command(world.direct, 'anvil_setCode', [contractAddress, '0x'])
  await mineBlock(world.direct)
  await setAutomine(world.direct, true)
  const { context } = await untilState(world, contractAddress, 'Active.Current')
  expect(context['reason']).toBe('ChainReverted')
  await command(world.direct, 'anvil_setCode', [contractAddress, code])
})

test('a pause by the merchant that has outlived the grace is resumed by the payer only', async () => {
  const { input, contractAddress, payer } = await activeSubscription(world)
  await passDays(world, 10)
  await say(world, input, { type: 'subscription.pause' })
  await untilState(world, contractAddress, 'Paused')

  await passDays(world, 100)
  const { context: frozen } = await until('the timer has fired', async () => {
    const found = await subscriptionOf(world, contractAddress)
    return found.context['reason'] === 'OnlyPayerMayResume' && found
  })
  expect(frozen['operatorUntil']).toBe(
    new Date(Date.parse(input.startFrom) + 33 * 86_400_000).toISOString(),
  )
  await expect(say(world, input, { type: 'subscription.unpause' })).rejects.toThrow('refused')
  await expect(
    simulateContract(world.direct.reader, {
      address: contractAddress as `0x${string}`,
      abi: subscriptionAbi,
      functionName: 'unfreeze',
      account: world.merchant.wallet,
    }),
  ).rejects.toThrow('FreezeOutlivedGrace')

  await sendFrom(world, payer, payersCall(contractAddress, 'unfreeze'))
  const { context } = await untilState(world, contractAddress, 'Active.Current')
  const daysLeft =
    (Date.parse(String(context['nextChargeAt'])) - world.clock.now().getTime()) / 86_400_000
  expect(daysLeft).toBeCloseTo(20, 2)
})

test('a payer pauses and resumes without the service (S3.2-2)', async () => {
  const { payer, contractAddress } = await activeSubscription(world)
  await sendFrom(world, payer, payersCall(contractAddress, 'freeze'))
  const { context } = await untilState(world, contractAddress, 'Paused')
  expect(context['frozenBy']).toBe(payer.address)

  await sendFrom(world, payer, payersCall(contractAddress, 'unfreeze'))
  await untilState(world, contractAddress, 'Active.Current')
})

test('a pause by the merchant, when the payer has paused already, is refused before it costs gas', async () => {
  const { payer, input, contractAddress } = await activeSubscription(world)
  const sentBefore = (await transactionsOf(world)).length
  await watching.stop()
  await sendFrom(world, payer, payersCall(contractAddress, 'freeze'))
  await say(world, input, { type: 'subscription.pause' })
  await until('the refusal', async () => {
    return (await timesReported(world, contractAddress, 'request.refused')) === 1
  })
  watching = startWatching(world)
  const { context } = await untilState(world, contractAddress, 'Paused')
  expect(context['frozenBy']).toBe(payer.address)
  expect(await transactionsOf(world)).toHaveLength(sentBefore)
})

test('a merchant cancels a subscription for good (S3.2-2)', async () => {
  const { input, contractAddress } = await activeSubscription(world)
  await say(world, input, { type: 'subscription.cancel' })
  await untilState(world, contractAddress, 'Cancelled')
  expect(await flagsOf(contractAddress)).toBe(cancelled)
})

test('a draft with an allowance is cancelled on chain, though it was never deployed', async () => {
  const payer = await newPayer(world, 10n * unit)
  const input = await subscribe(world, payer, { activation: 'manual' })
  await approveAndBeSeen(payer, input.contractAddress, 10n * unit)
  await say(world, input, { type: 'subscription.cancel' })
  await untilState(world, input.contractAddress, 'Cancelled')
  expect(await flagsOf(input.contractAddress)).toBe(cancelled)
})

test('a draft whose payer never had the amount is cancelled for nothing, and on chain once the money is there (security R3)', async () => {
  const payer = await newPayer(world, 10n * unit - 1n)
  const input = await subscribe(world, payer)
  await approveAndBeSeen(payer, input.contractAddress, 10n * unit)
  const before = await gasMoney()
  await say(world, input, { type: 'subscription.cancel' })
  await untilState(world, input.contractAddress, 'Cancelled')
  await untilQuiet(world)
  expect(await cancellationsOf(input.contractAddress)).toBe(0)
  expect(await gasMoney()).toBe(before)

  await mint(world, payer, 1n)
  await until('it is cancelled', async () => (await cancellationsOf(input.contractAddress)) === 1)
  await untilState(world, input.contractAddress, 'Cancelled')
  expect(await flagsOf(input.contractAddress)).toBe(cancelled)
})

test('an approval of less than one amount on a cancelled draft costs the merchant nothing (P23)', async () => {
  const payer = await newPayer(world, 100n * unit)
  const input = await subscribe(world, payer)
  await say(world, input, { type: 'subscription.cancel' })
  const before = await gasMoney()
  for (const amount of [1n, 2n, 10n * unit - 1n])
    await approveAndBeSeen(payer, input.contractAddress, amount)
  await untilQuiet(world)
  expect((await subscriptionOf(world, input.contractAddress)).status).toBe('Cancelled')
  expect(await cancellationsOf(input.contractAddress)).toBe(0)
  expect(await gasMoney()).toBe(before)

  await approve(world, payer, input.contractAddress, 10n * unit)
  await until('it is cancelled', async () => (await cancellationsOf(input.contractAddress)) === 1)
  await untilState(world, input.contractAddress, 'Cancelled')
  expect(await flagsOf(input.contractAddress)).toBe(cancelled)
})

test('approvals that come and go make one cancellation at most', async () => {
  const payer = await newPayer(world, 10n * unit)
  const input = await subscribe(world, payer)
  await say(world, input, { type: 'subscription.cancel' })
  await relaying.stop()
  for (let i = 0; i < 4; i++)
    for (const amount of [10n * unit, 0n])
      await approveAndBeSeen(payer, input.contractAddress, amount)
  relaying = startRelay(world)
  await untilQuiet(world)
  expect(await cancellationsOf(input.contractAddress)).toBe(0)

  await relaying.stop()
  for (const amount of [10n * unit, 0n, 10n * unit, 0n, 10n * unit])
    await approveAndBeSeen(payer, input.contractAddress, amount)
  relaying = startRelay(world)
  await until('it is cancelled', async () => (await cancellationsOf(input.contractAddress)) > 0)
  await untilQuiet(world)
  await untilState(world, input.contractAddress, 'Cancelled')
  expect(await flagsOf(input.contractAddress)).toBe(cancelled)
  expect(await cancellationsOf(input.contractAddress)).toBe(1)
})

/** Approves, and waits until the subscription has the report of it. */
async function approveAndBeSeen(payer: Payer, contractAddress: string, amount: bigint) {
  await approve(world, payer, contractAddress, amount)
  await until('the allowance is seen', async () => {
    const { context } = await subscriptionOf(world, contractAddress)
    return context['allowance'] === String(amount)
  })
}

/** Reads the transactions that were ever made to cancel this contract. */
const cancellationsOf = async (contractAddress: string) =>
  (await transactionsOf(world)).filter(({ context }) => {
    const [item] = context['items'] as { id: string }[]
    return context['purpose'] === 'cancel' && item?.id === contractAddress
  }).length

const gasMoney = () => getBalance(world.direct.reader, { address: world.merchant.wallet })

/**
 * The descriptors for wallets: a subscription's contract is recognised by its factory's real logs,
 * and what is signed is shown in plain text.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, encodeFunctionData, toEventSelector } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../../scripts/contracts-solc.ts'
import { subscriptionAbi } from '../../src/chain/abi/subscription.ts'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import { saltIdOf, termsOf } from '../../src/chain/rows/subscriptions.ts'
import { type Descriptor, isBound, show } from '../clear-signing/wallet.ts'
import { approve, newPayer, sendFrom, subscriptionInput, unit } from './payers.ts'
import { createWorld, type World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world?.close())

const read = (file: string): Descriptor =>
  JSON.parse(readFileSync(join(projectRoot, 'contracts/clear-signing', file), 'utf8'))
/** The local chain is in no registry; its factory stands where Ethereum's does. */
const asOnEthereum = 1

test('a wallet shows the pause of a subscription in plain text, from the first charge on', async () => {
  const payer = await newPayer(world, 100n * unit)
  const input = subscriptionInput(world, payer)
  const to = input.contractAddress as Address
  await approve(world, payer, to, 100n * unit)
  const call = {
    chainId: asOnEthereum,
    to,
    data: encodeFunctionData({ abi: subscriptionAbi, functionName: 'freeze' }),
  }
  const descriptor = read('calldata-MandateSubscription.json')
  expect(isBound(descriptor, call)).toBe(false)

  const args = [termsOf(input), saltIdOf(input)]
  const factory = { to: world.chain.factory, abi: subscriptionFactoryAbi }
  const hash = await sendFrom(world, payer, { ...factory, name: 'activate', args })
  const { logs } = await getTransactionReceipt(world.direct.reader, { hash })
  const topic = toEventSelector(descriptor.context.contract!.factory!.deployEvent)
  expect(logs.filter(({ topics }) => topics[0] === topic)).toHaveLength(1)
  expect(isBound(descriptor, call, logs)).toBe(true)
  expect(show(descriptor, call)?.sentence).toBe('Pause subscription')
  await sendFrom(world, payer, { to, abi: subscriptionAbi, name: 'freeze', args: [] })
})

test('a wallet shows the start of a subscription with its amount and merchant', async () => {
  const payer = await newPayer(world, 0n)
  const input = subscriptionInput(world, payer)
  const data = encodeFunctionData({
    abi: subscriptionFactoryAbi,
    functionName: 'activate',
    args: [termsOf(input), saltIdOf(input)],
  })
  const call = { chainId: asOnEthereum, to: world.chain.factory, data }
  const descriptor = read('calldata-MandateSubscriptionFactory.json')
  expect(isBound(descriptor, call)).toBe(true)
  const tokens = { [input.token as Address]: { symbol: 'USDC', decimals: 6 } }
  expect(show(descriptor, call, tokens)?.sentence).toBe(
    `Start subscription: 10 USDC a period to ${input.receiver}`,
  )
})

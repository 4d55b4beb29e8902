import { type Address, concatHex, getAddress, type Hex, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explainFailedTransfers } from '../../src/chain/shortage.ts'
import { findSubscriptions, type KnownSubscription } from '../../src/chain/rows/subscriptions.ts'
import { command } from './dev-node.ts'
import { newPayer, subscribe } from './payers.ts'
import { createWorld, startThinking, type World } from './world.ts'

const token = getAddress(`0x${'a1'.repeat(20)}`)

let world: World
let thinking: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld()
  thinking = startThinking(world)
})
afterAll(async () => {
  await thinking?.stop()
  await world?.close()
})

/**
 * Deploys a token that answers every call with the largest number, but one with yes: for any
 * account, or for only one.
 */
async function deployToken(signature: string, account?: Address): Promise<void> {
  const isThisCall = concatHex(['0x5f3560e01c63', toFunctionSelector(signature), '0x14'])
  const isThisAccount: Hex = account ? concatHex(['0x60043573', account, '0x1416']) : '0x'
  const goToYes: Hex = account ? '0x604f57' : '0x603557'
  const answerMost = concatHex(['0x7f', `0x${'f'.repeat(64)}`, '0x5f5260205ff3'])
  const code = concatHex([isThisCall, isThisAccount, goToYes, answerMost, '0x5b60015f5260205ff3'])
  await command(world.direct, 'anvil_setCode', [token, code])
}

async function aSubscription() {
  const { contractAddress } = await subscribe(world, await newPayer(world, 0n), { token })
  return (await findSubscriptions(world.database.pool, [contractAddress])).get(contractAddress)!
}

const reasonOf = async (subscription: KnownSubscription) =>
  (await explainFailedTransfers(world.chain.reader, [subscription]))[0]

test('the refusal of a paused token has the reason TokenPaused', async () => {
  await deployToken('paused()')
  expect(await reasonOf(await aSubscription())).toBe('TokenPaused')
})

test.each(['isBlacklisted', 'isBlackListed', 'isFrozen', 'isBlocked'])(
  'the refusal of a token with %s names the blocked party',
  async (view) => {
    const subscription = await aSubscription()
    await deployToken(`${view}(address)`, subscription.payer as Address)
    expect(await reasonOf(subscription)).toBe('PayerBlocked')
    await deployToken(`${view}(address)`, subscription.receiver as Address)
    expect(await reasonOf(subscription)).toBe('ReceiverBlocked')
    await deployToken(`${view}(address)`, subscription.contractAddress as Address)
    expect(await reasonOf(subscription)).toBe('ContractBlocked')
  },
)

test('the refusal of a token that gives no reason has the reason ChainReverted', async () => {
  await deployToken('somethingElse()')
  expect(await reasonOf(await aSubscription())).toBe('ChainReverted')
})

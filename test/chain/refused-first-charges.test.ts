/** A first charge that the token refuses waits, with the token's own reason, and is made by itself once that has healed. */
import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPayer, type Payer, say as tell, sendFrom, subscribe, unit } from './payers.ts'
import { deployHostileToken, type StrangeToken } from './strange-tokens.ts'
import { chargesOf, subscriptionOf, until, untilState } from './until.ts'
import { createWorld, startAll, type World } from './world.ts'

const amount = 1_000n * unit
/** It is asked for again a quarter of a minute later, and later and later. */
const soonMs = 60_000
let world: World
let service: { stop(): Promise<void> }
let payer: Payer
let token: StrangeToken

beforeAll(async () => {
  world = await createWorld()
  service = startAll(world)
  payer = await newPayer(world, 0n)
  token = await deployHostileToken(world, payer, 'BlockingToken', amount)
})
afterAll(async () => {
  await service?.stop()
  await world?.close()
})

const say = (name: string, ...args: unknown[]) =>
  sendFrom(world, payer, { to: token.address, abi: token.abi, name, args })

const refusals: [string, (contract: Address, isOn: boolean) => Promise<unknown>][] = [
  ['TokenPaused', (_, isOn) => say('pause', isOn)],
  ['PayerBlocked', (_, isOn) => say('block_', payer.address, isOn)],
  ['ReceiverBlocked', (_, isOn) => say('blockReceiving', world.merchant.receiver, isOn)],
]

test.each(refusals)('%s: it goes on by itself, without another charge', async (reason, refuse) => {
  const input = await subscribe(world, payer, { token: token.address })
  const contract = input.contractAddress as Address
  await refuse(contract, true)
  await say('approve', contract, 120n * unit)
  // Its token is none that the chains file has, so nobody hears of the approval.
  await tell(world, input, { type: 'subscription.activate' })
  await until('it waits for the token', async () => {
    const { status, context } = await subscriptionOf(world, contract)
    return status === 'Suspended' && context.reason === reason
  })
  await refuse(contract, false)
  await untilState(world, contract, 'Active.Current', soonMs)
  expect(await chargesOf(world, contract)).toHaveLength(1)
})

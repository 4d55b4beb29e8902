/** A forgotten approval is not charged beside the subscription that took its place. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tellOutrunDrafts } from '../../src/reader/outrun-drafts.ts'
import { approve, mint, newPayer, say, subscribe, unit } from './payers.ts'
import { passTime, settle } from '../support/settle.ts'
import { subscriptionOf, until, untilQuiet, untilState } from './until.ts'
import { createWorld, passDays, startAll, type World } from './world.ts'

let world: World
let service: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld()
  service = startAll(world)
})
afterAll(async () => {
  await service?.stop()
  await world?.close()
})

const plan = (customerId: string) => ({ customerId, planId: world.merchant.merchantId })
const untilReason = (contractAddress: string, reason: string) =>
  until(reason, async () => {
    const { context } = await subscriptionOf(world, contractAddress)
    return context.reason === reason
  })
/** A draft that waits for money is asked so often, whatever its chain tells. */
const askedWithinMs = 11 * 60_000
const tell = () => tellOutrunDrafts(world, world.chain.nodes[0]!)

/** A draft that is approved by a payer without money. */
async function forgotten(customerId: string) {
  const payer = await newPayer(world, 0n)
  const draft = await subscribe(world, payer, plan(customerId))
  await approve(world, payer, draft.contractAddress, 120n * unit)
  await untilReason(draft.contractAddress, 'InsufficientBalance')
  return { payer, draft, contractAddress: draft.contractAddress }
}

/** A subscription that another wallet of the customer has begun. */
async function begun(customerId: string): Promise<void> {
  const payer = await newPayer(world, 1_000n * unit)
  const { contractAddress } = await subscribe(world, payer, plan(customerId))
  await approve(world, payer, contractAddress, 120n * unit)
  await untilState(world, contractAddress, 'Active.Current')
  await untilQuiet(world)
}

test('an approved draft waits for a command once another to the same plan has begun, also when the money comes (bugs F8)', async () => {
  const { payer, draft, contractAddress } = await forgotten('flutter')
  await begun('flutter')
  await tell()
  await untilReason(contractAddress, 'OtherBegan')
  await mint(world, payer, 50n * unit)
  await untilQuiet(world)
  expect(await subscriptionOf(world, contractAddress)).toMatchObject({
    status: 'Draft',
    context: { chargesMade: 0, reason: 'OtherBegan' },
  })
  await say(world, draft, { type: 'subscription.activate' })
  await untilState(world, contractAddress, 'Active.Current')
})

test('the money that comes before anybody told the draft does not begin it either (bugs F8)', async () => {
  const { payer, contractAddress } = await forgotten('hasty')
  await begun('hasty')
  await mint(world, payer, 50n * unit)
  await untilReason(contractAddress, 'OtherBegan')
  expect((await subscriptionOf(world, contractAddress)).status).toBe('Draft')
})

test('a draft that is forgotten stays so when a little money comes before the other is charged (bugs F8)', async () => {
  const { payer, contractAddress } = await forgotten('dusty')
  const tomorrow = new Date(world.clock.now().getTime() + 86_400_000)
  tomorrow.setMilliseconds(0)
  const other = await newPayer(world, 1_000n * unit)
  const begins = { ...plan('dusty'), startFrom: tomorrow.toISOString() }
  const later = await subscribe(world, other, begins)
  await approve(world, other, later.contractAddress, 120n * unit)
  await untilState(world, later.contractAddress, 'Pending')
  await mint(world, payer, 1n)
  const isSeen = async () => {
    const { context } = await subscriptionOf(world, contractAddress)
    return context['balance'] === '1'
  }
  for (let passedMs = 0; passedMs < askedWithinMs && !(await isSeen()); passedMs += 60_000) {
    await passTime(world, 60_000)
    await settle(world)
  }
  expect(await isSeen()).toBe(true)
  await passDays(world, 1)
  await untilState(world, later.contractAddress, 'Active.Current')
  await mint(world, payer, 50n * unit)
  await untilReason(contractAddress, 'OtherBegan')
  expect((await subscriptionOf(world, contractAddress)).status).toBe('Draft')
})

test('a draft that is approved beside a running one begins with the money, and so does one of somebody else', async () => {
  const stranger = await forgotten('stranger')
  await begun('family')
  const second = await forgotten('family')
  await tell()
  for (const { payer, contractAddress } of [stranger, second]) {
    await mint(world, payer, 50n * unit)
    await untilState(world, contractAddress, 'Active.Current')
  }
})

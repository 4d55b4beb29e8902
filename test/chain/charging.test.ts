import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setAssetActive } from '../../src/store/merchants/assets.ts'
import { subscriptionAbi } from '../../src/chain/abi/subscription.ts'
import { mineBlock, setAutomine, setBalance } from './dev-node.ts'
import { activeSubscription, approve, mint, pushFrom, unit } from './payers.ts'
import {
  chargesOf,
  subscriptionOf,
  timesReported,
  transactionsOf,
  until,
  untilQuiet,
  untilState,
} from './until.ts'
import { createWorld, network, passDays, startAll, type World } from './world.ts'

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

test('charges that are due together ride in one transaction', async () => {
  const contracts: string[] = []
  for (let i = 0; i < 5; i++) contracts.push((await activeSubscription(world)).contractAddress)
  const before = (await transactionsOf(world)).length

  await passDays(world, 30)
  for (const contractAddress of contracts)
    await until('a second charge', async () => {
      const { context } = await subscriptionOf(world, contractAddress)
      return context['chargesMade'] === 2
    })
  await untilQuiet(world)

  const later = (await transactionsOf(world)).slice(before)
  expect(later.length).toBeLessThan(contracts.length)
  expect(later.every(({ status }) => status === 'Final')).toBe(true)
  const riders = later.flatMap(({ context }) => context['items'] as unknown[])
  expect(riders).toHaveLength(contracts.length)
})

test('a charge without money fails with that reason, and goes through as soon as the money is there', async () => {
  const { payer, contractAddress } = await activeSubscription(world, { tokens: 10n * unit })
  await passDays(world, 30)
  const overdue = await untilState(world, contractAddress, 'Active.Overdue')
  expect(overdue.context.reason).toBe('InsufficientBalance')

  await mint(world, payer, 50n * unit)
  const { context } = await untilState(world, contractAddress, 'Active.Current')
  expect(context['chargesMade']).toBe(2)
})

test('a lowered allowance and a revoked one have reasons of their own', async () => {
  const lowered = await activeSubscription(world)
  const revoked = await activeSubscription(world)
  await approve(world, lowered.payer, lowered.contractAddress, 9n * unit)
  await approve(world, revoked.payer, revoked.contractAddress, 0n)
  await passDays(world, 30)

  const first = await untilState(world, lowered.contractAddress, 'Active.Overdue')
  expect(first.context.reason).toBe('InsufficientAllowance')
  const second = await untilState(world, revoked.contractAddress, 'Active.Overdue')
  expect(second.context.reason).toBe('AllowanceRevoked')
})

test('an allowance that our own charges used up is not called revoked', async () => {
  const { payer, contractAddress } = await activeSubscription(world, { allowed: 10n * unit })
  expect((await subscriptionOf(world, contractAddress)).context['allowance']).toBe('0')
  await passDays(world, 30)
  const overdue = await untilState(world, contractAddress, 'Active.Overdue')
  expect(overdue.context.reason).toBe('InsufficientAllowance')
  const [, second] = await chargesOf(world, contractAddress)
  expect(second).toMatchObject({ context: { reason: 'InsufficientAllowance' } })

  await approve(world, payer, contractAddress, 10n * unit)
  const paid = await untilState(world, contractAddress, 'Active.Current')
  expect(paid.context).toMatchObject({ reason: null, isAllowanceRevoked: false })
})

test('an empty gas wallet suspends subscriptions, fails no charge, and lets them go on when refilled (P13)', async () => {
  const { contractAddress } = await activeSubscription(world)
  await setBalance(world.direct, world.merchant.wallet, 1n)
  await passDays(world, 30)
  const suspended = await untilState(world, contractAddress, 'Suspended')
  expect(suspended.context.reason).toBe('GasWalletEmpty')
  expect((await chargesOf(world, contractAddress))[1]).toMatchObject({ context: { attempts: 1 } })

  await setBalance(world.direct, world.merchant.wallet, 10n ** 18n)
  const { context } = await untilState(world, contractAddress, 'Active.Current')
  expect(context['chargesMade']).toBe(2)
})

test('a pause by the payer that waits for a block is no failure of the charge that is due', async () => {
  const { payer, contractAddress } = await activeSubscription(world)
  await setBalance(world.direct, world.merchant.wallet, 1n)
  await passDays(world, 30)
  await untilState(world, contractAddress, 'Suspended')
  await setAutomine(world.direct, false)
  const freeze = { to: contractAddress as Address, abi: subscriptionAbi, name: 'freeze', args: [] }
  await pushFrom(world, payer, freeze)
  await setBalance(world.direct, world.merchant.wallet, 10n ** 18n)
  const [, second] = await chargesOf(world, contractAddress)
  await until('the charge was looked at again', async () => {
    const { rows } = await world.database.pool.query<{ waits_for: string }>(
      `select waits_for from outbox where channel = 'chain' and entity_id = $1`,
      [second!.id],
    )
    return rows.length === 0 || rows[0]!.waits_for === 'UnreadEvents'
  })
  await mineBlock(world.direct)
  await setAutomine(world.direct, true)
  await untilState(world, contractAddress, 'Paused')
  await untilQuiet(world)
  expect(await timesReported(world, second!.id, 'charge.attemptFailed')).toBe(0)
  expect((await chargesOf(world, contractAddress))[1]).toMatchObject({ status: 'Cancelled' })
})

test('an asset that is switched off holds charges back until it is on again', async () => {
  const owner = { merchantId: world.merchant.merchantId, network } as const
  const { contractAddress } = await activeSubscription(world)
  await setAssetActive(world, owner, 'ltUSDC', false)
  await passDays(world, 30)
  const suspended = await untilState(world, contractAddress, 'Suspended')
  expect(suspended.context.reason).toBe('AssetInactive')

  await setAssetActive(world, owner, 'ltUSDC', true)
  await untilState(world, contractAddress, 'Active.Current')
})

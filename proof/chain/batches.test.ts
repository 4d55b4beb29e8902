import { afterAll, beforeAll, expect, test } from 'vitest'
import { readContract } from 'viem/actions'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import { activationsMax, gasCeilings } from '../../src/chain/gas/gas-limits.ts'
import { approval, newPayer, pushFrom, subscribe, unit } from '../../test/chain/payers.ts'
import { transactionsOf, until, untilQuiet } from '../../test/chain/until.ts'
import {
  createWorld,
  passDays,
  startRelay,
  startThinking,
  startWatching,
  type World,
} from '../../test/chain/world.ts'

const subscriptionsCount = activationsMax + 10

let world: World
let rest: { stop(): Promise<void> }[]
let relay: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld()
  rest = [startThinking(world), startWatching(world)]
})
afterAll(async () => {
  await relay?.stop()
  for (const part of rest ?? []) await part.stop()
  await world?.close()
})

async function count(table: 'charge' | 'subscription', condition: string): Promise<number> {
  const { rows } = await world.database.pool.query<{ count: string }>(
    `select count(*) from ${table} where ${condition}`,
  )
  return Number(rows[0]!.count)
}
const untilCount = (table: 'charge' | 'subscription', condition: string) =>
  until(`${condition} for all`, async () => (await count(table, condition)) === subscriptionsCount)

const sizesOf = async (purpose: string) =>
  (await transactionsOf(world))
    .filter(({ context }) => context['purpose'] === purpose)
    .map(({ context }) => (context['items'] as unknown[]).length)
    .sort((one, other) => other - one)

test('sixty subscriptions are activated in two transactions and charged in one', async () => {
  const payer = await newPayer(world, 10_000n * unit)
  for (let i = 0; i < subscriptionsCount; i++) {
    const { contractAddress } = await subscribe(world, payer)
    await pushFrom(world, payer, approval(world, contractAddress, 120n * unit))
  }
  await untilCount('charge', `phase = 'Requested'`)

  relay = startRelay(world)
  await untilCount('subscription', `status = 'Active' and charges_made = 1`)
  await untilQuiet(world)
  expect(await sizesOf('activate')).toEqual([activationsMax, 10])

  await relay.stop()
  await passDays(world, 30)
  await untilCount('charge', `phase = 'Requested'`)
  relay = startRelay(world)
  await untilCount('subscription', `status = 'Active' and charges_made = 2`)
  await untilQuiet(world)
  expect(await sizesOf('charge')).toEqual([subscriptionsCount])
})

test('the gas that the factory gives an item is what our limits leave room for', async () => {
  const factory = { address: world.chain.factory, abi: subscriptionFactoryAbi } as const
  const { reader } = world.direct
  expect({
    charge: await readContract(reader, { ...factory, functionName: 'GAS_PER_CHARGE' }),
    activation: await readContract(reader, { ...factory, functionName: 'GAS_PER_ACTIVATION' }),
  }).toEqual({ charge: gasCeilings.charge, activation: gasCeilings.activation })
})

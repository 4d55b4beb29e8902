import { afterAll, beforeAll, expect, test } from 'vitest'
import { mineBlock, setAutomine } from '../../test/chain/dev-node.ts'
import {
  activeSubscription,
  approval,
  chargeCall,
  pushFrom,
  sendFrom,
  unit,
} from '../../test/chain/payers.ts'
import {
  chargesOf,
  subscriptionOf,
  transactionsOf,
  until,
  untilQuiet,
  untilState,
} from '../../test/chain/until.ts'
import {
  createWorld,
  passDays,
  startRelay,
  startThinking,
  startWatching,
  type World,
} from '../../test/chain/world.ts'

let world: World
let rest: { stop(): Promise<void> }[]
let relay: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld()
  rest = [startThinking(world), startWatching(world)]
  relay = startRelay(world)
})
afterAll(async () => {
  await relay?.stop()
  for (const part of rest ?? []) await part.stop()
  await world?.close()
})

const untilCharged = (contractAddress: string, times: number) =>
  until(`${times} charges`, async () => {
    const { context } = await subscriptionOf(world, contractAddress)
    return context['chargesMade'] === times
  })

/** Waits until our transaction lies in the pool while no blocks are made. */
const untilOneInPool = () =>
  until('a transaction in the pool', async () =>
    (await transactionsOf(world)).some(({ status }) => status === 'Broadcast'),
  )

/** Reads the outcome of this contract's charge in the last transaction that carried it. */
async function lastOutcomeOf(contractAddress: string): Promise<unknown> {
  const { rows } = await world.database.pool.query<{ outcome: unknown }>(
    `select outcome from journal, jsonb_array_elements(event->'outcomes') as outcome
     where event->>'type' = 'transaction.finalized' and outcome->>'contractAddress' = $1
     order by at desc limit 1`,
    [contractAddress],
  )
  return rows[0]?.outcome
}

test('a charge that somebody else made is adopted before we send anything (P24)', async () => {
  const { payer, contractAddress } = await activeSubscription(world)
  await relay.stop()
  const sentBefore = (await transactionsOf(world)).length
  await passDays(world, 30)
  await sendFrom(world, payer, chargeCall(world, contractAddress))
  await untilCharged(contractAddress, 2)

  relay = startRelay(world)
  await untilQuiet(world)
  expect(await transactionsOf(world)).toHaveLength(sentBefore)
  expect(await chargesOf(world, contractAddress)).toMatchObject([
    { status: 'Succeeded' },
    { status: 'Succeeded', context: { attempts: 1 } },
  ])
})

test('a charge that somebody else made while ours was on its way counts once', async () => {
  const { payer, contractAddress } = await activeSubscription(world)
  await setAutomine(world.direct, false)
  await passDays(world, 30)
  await untilOneInPool()
  await pushFrom(world, payer, chargeCall(world, contractAddress))
  await setAutomine(world.direct, true)
  await mineBlock(world.direct)

  await untilCharged(contractAddress, 2)
  await untilQuiet(world)
  const { context } = await untilState(world, contractAddress, 'Active.Current')
  expect(context['allowance']).toBe(String(100n * unit))
  expect(await lastOutcomeOf(contractAddress)).toMatchObject({ outcome: 'notProcessed' })
  const [, second] = await chargesOf(world, contractAddress)
  expect(second).toMatchObject({ status: 'Succeeded' })
  expect((await transactionsOf(world)).at(-1)).toMatchObject({ status: 'Final' })
})

test('an allowance taken away after the pre-check fails the attempt with its reason', async () => {
  const { payer, contractAddress } = await activeSubscription(world)
  await setAutomine(world.direct, false)
  await passDays(world, 30)
  await untilOneInPool()
  await pushFrom(world, payer, approval(world, contractAddress, 0n))
  await setAutomine(world.direct, true)
  await mineBlock(world.direct)

  const { context } = await untilState(world, contractAddress, 'Active.Overdue')
  expect(context.reason).toBe('AllowanceRevoked')
  expect(await lastOutcomeOf(contractAddress)).toMatchObject({
    outcome: 'failed',
    reason: 'AllowanceRevoked',
  })
})

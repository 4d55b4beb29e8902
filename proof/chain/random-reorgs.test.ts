import { getBlockNumber, readContract } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscriptionAbi } from '../../src/chain/abi/subscription.ts'
import { advanceChainTime } from '../../src/chain/embedded-time.ts'
import { RetryableError } from '../../src/shared/errors.ts'
import { mineBlock, reorg } from '../../test/chain/dev-node.ts'
import { type Dice, diceOf } from '../../test/chain/faults.ts'
import { activeSubscription } from '../../test/chain/payers.ts'
import {
  chargesOf,
  describeSubscription,
  subscriptionOf,
  timesReported,
  until,
  untilQuiet,
} from '../../test/chain/until.ts'
import { checkAllContracts } from '../../test/chain/withholding.ts'
import { createWorld, passDays, startAll, type World } from '../../test/chain/world.ts'

const seed = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 1e6))
const subscriptionsCount = 4
const monthsCount = 8
const depthMax = 12
const patienceMs = 40_000

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

const headOf = async () => Number(await getBlockNumber(world.direct.reader, { cacheTime: 0 }))

async function chargedOnChain(contractAddress: string): Promise<number> {
  const [, charged] = await readContract(world.direct.reader, {
    address: contractAddress as `0x${string}`,
    abi: subscriptionAbi,
    functionName: 'state',
  })
  return charged
}

const chargesMade = async (contractAddress: string) =>
  Number((await subscriptionOf(world, contractAddress)).context['chargesMade'])

/** Checks that the stored charges and the chain agree on how many were made. */
const isPaid = async (contractAddress: string, times: number) =>
  (await chargesMade(contractAddress)) === times &&
  (await chargedOnChain(contractAddress)) === times

async function untilPaid(contractAddress: string, times: number): Promise<void> {
  const isCharged = () => isPaid(contractAddress, times)
  await until(`month ${times}`, isCharged, patienceMs).catch(async (error: Error) => {
    const onChain = await chargedOnChain(contractAddress)
    const ours = await describeSubscription(world, contractAddress)
    throw new Error(`${error.message}: charged ${onChain} times on the chain\n${ours}`)
  })
}

/** Checks for all contracts whether their logs are complete, while the watcher finds out what is gone. */
async function askContracts(): Promise<void> {
  try {
    await checkAllContracts(world)
  } catch (error) {
    if (!(error instanceof RetryableError)) throw error
  }
}

/** One to three reorganisations; none reaches back to the month before, which is past its grace. */
async function reorganise(dice: Dice, firstBlock: number): Promise<void> {
  for (let left = 1 + Math.floor(dice() * 3); left > 0; left--) {
    const depth = Math.min(1 + Math.floor(dice() * depthMax), (await headOf()) - firstBlock)
    if (depth > 0) await reorg(world.direct, depth)
    await askContracts()
    if (dice() < 0.5) await mineBlock(world.direct)
  }
  // The node forgets the time it was moved to together with the block that held it.
  await advanceChainTime(world.direct, world.clock.now())
}

test(`after random reorganisations, the credited charges are those on the chain (CHAOS_SEED=${seed}) (P6)`, async () => {
  const dice = diceOf(seed)
  const contracts: string[] = []
  for (let i = 0; i < subscriptionsCount; i++)
    contracts.push((await activeSubscription(world)).contractAddress)
  for (let month = 2; month <= monthsCount; month++) {
    const firstBlock = await headOf()
    await passDays(world, 30)
    const mayLand = dice() < 0.7
    if (mayLand) await until('a charge', async () => (await chargesMade(contracts[0]!)) === month)
    await reorganise(dice, firstBlock)
    for (const contractAddress of contracts) await untilPaid(contractAddress, month)
  }
  await untilQuiet(world)
  const { rows: unexplained } = await world.database.pool.query(
    `select reason from anomaly where event->>'type' = 'chain.unexplained'`,
  )
  expect(unexplained).toEqual([])
  for (const contractAddress of contracts) {
    const reported = await timesReported(world, contractAddress, 'chain.charged')
    const takenBack = await timesReported(world, contractAddress, 'chain.chargeReorged')
    const succeeded = (await chargesOf(world, contractAddress)).filter(
      ({ status }) => status === 'Succeeded',
    )
    expect({ reported: reported - takenBack, succeeded: succeeded.length }).toEqual({
      reported: monthsCount,
      succeeded: monthsCount,
    })
  }
}, 200_000)

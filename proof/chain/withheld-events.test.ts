/**
 * The node that is read from keeps events of contracts back: the contracts' own states give it
 * away.
 */
import { readContract } from 'viem/actions'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { demoTokenAbi } from '../../src/chain/abi/demo-token.ts'
import { subscriptionAbi } from '../../src/chain/abi/subscription.ts'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import { saltIdOf, termsOf } from '../../src/chain/rows/subscriptions.ts'
import { mineBlock } from '../../test/chain/dev-node.ts'
import {
  approve,
  chargeCall,
  newPayer,
  type Payer,
  say,
  sendFrom,
  subscribe,
  tokenOf,
  unit,
} from '../../test/chain/payers.ts'
import { createTwoNodeWorld } from '../../test/chain/several-nodes.ts'
import { chargesOf, subscriptionOf, timesReported, transactionsOf } from '../../test/chain/until.ts'
import {
  checkAllContracts,
  pollByFirst,
  pollByFirstUntil,
  withheldBy,
  withholding,
} from '../../test/chain/withholding.ts'
import { passDays, startRelay, type World } from '../../test/chain/world.ts'

let nodes: Awaited<ReturnType<typeof createTwoNodeWorld>>
let world: World
let payer: Payer
let relay: { stop(): Promise<void> } | null

beforeEach(async () => {
  nodes = await createTwoNodeWorld()
  ;({ world } = nodes)
  relay = null
  payer = await newPayer(world, 1_000n * unit)
})
afterEach(async () => {
  await relay?.stop()
  await nodes?.stop()
})

const lie = () => (nodes.proxies[0]!.behaviour = withholding)
const tellTheTruth = () => (nodes.proxies[0]!.behaviour = () => undefined)

type Input = Awaited<ReturnType<typeof subscribe>>
/** Creates a subscription that began a minute ago, so that no clock is behind its start. */
const begin = (): Promise<Input> => {
  const startMs = Math.floor(world.clock.now().getTime() / 1_000) * 1_000 - 60_000
  return subscribe(world, payer, { startFrom: new Date(startMs).toISOString() })
}
const activation = (input: Input) => ({
  to: world.chain.factory,
  abi: subscriptionFactoryAbi,
  name: 'activate',
  args: [termsOf(input), saltIdOf(input)],
})
const controlBy = (input: Input, name: 'freeze' | 'unfreeze' | 'cancel') => ({
  to: input.contractAddress as `0x${string}`,
  abi: subscriptionAbi,
  name,
  args: [],
})
const stateOf = async ({ contractAddress }: Input) => {
  const { status, phase } = await subscriptionOf(world, contractAddress)
  return phase ? `${status}.${phase}` : status
}
const pollUntilState = (input: Input, state: string) =>
  pollByFirstUntil(world, state, async () => (await stateOf(input)) === state)
/** Polls until there is one charge for each period, and no other. */
const pollUntilSucceeded = ({ contractAddress }: Input, periods: number) =>
  pollByFirstUntil(world, `${periods} charges have succeeded`, async () => {
    const charges = await chargesOf(world, contractAddress)
    return charges.length === periods && charges.every(({ status }) => status === 'Succeeded')
  })
const chargedTimes = ({ contractAddress }: Input) =>
  timesReported(world, contractAddress, 'chain.charged')
const balanceOf = ({ address }: Payer) =>
  readContract(world.direct.reader, {
    address: tokenOf(world),
    abi: demoTokenAbi,
    functionName: 'balanceOf',
    args: [address],
  })

async function active(): Promise<Input> {
  await pollByFirst(world)
  const input = await begin()
  await approve(world, payer, input.contractAddress, 120n * unit)
  await sendFrom(world, payer, activation(input))
  await pollUntilState(input, 'Active.Current')
  await checkAllContracts(world)
  return input
}

test("a payer's activation that is kept back is found, reported once, and the node is named", async () => {
  await pollByFirst(world)
  const input = await begin()
  await checkAllContracts(world)
  lie()
  await approve(world, payer, input.contractAddress, 120n * unit)
  await sendFrom(world, payer, activation(input))
  for (let turn = 0; turn < 5; turn++) await pollByFirst(world)
  expect(await chargedTimes(input)).toBe(0)

  await checkAllContracts(world)
  await pollUntilState(input, 'Active.Current')
  await checkAllContracts(world)
  await pollByFirst(world)
  expect(await chargedTimes(input)).toBe(1)
  expect(await withheldBy(world)).toEqual([
    {
      node: new URL(nodes.proxies[0]!.url).host,
      detail: expect.stringContaining(`Charged of ${input.contractAddress}`),
    },
  ])
})

test('an approval that is kept back is found, and the draft is activated', async () => {
  await pollByFirst(world)
  const input = await begin()
  lie()
  await approve(world, payer, input.contractAddress, 120n * unit)
  for (let turn = 0; turn < 5; turn++) await pollByFirst(world)
  expect(await stateOf(input)).toBe('Draft.Idle')
  await checkAllContracts(world)
  await pollUntilState(input, 'Pending.Charging')
})

test('our own charge that is kept back is counted once, and not made again (P22)', async () => {
  const input = await active()
  relay = startRelay(world)
  lie()
  await passDays(world, 30)
  await pollByFirstUntil(world, 'the charge is on chain', async () => {
    return (await balanceOf(payer)) === 980n * unit
  })
  await pollByFirstUntil(world, 'its transaction is final', async () =>
    (await transactionsOf(world)).some(({ status }) => status === 'Final'),
  )
  expect(await stateOf(input)).toBe('Active.Charging')
  await checkAllContracts(world)
  await pollUntilState(input, 'Active.Current')
  await pollUntilSucceeded(input, 2)
  expect(await balanceOf(payer)).toBe(980n * unit)
})

test.each([
  ['cancel', 'Cancelled.PaidTime'],
  ['freeze', 'Paused'],
] as const)("a payer's %s that is kept back is found", async (name, state) => {
  const input = await active()
  lie()
  await sendFrom(world, payer, controlBy(input, name))
  for (let turn = 0; turn < 5; turn++) await pollByFirst(world)
  expect(await stateOf(input)).toBe('Active.Current')
  await checkAllContracts(world)
  await pollUntilState(input, state)
})

test('a charge after one that was kept back waits for it, and both are reported in their order', async () => {
  const input = await active()
  lie()
  await passDays(world, 30)
  await sendFrom(world, payer, chargeCall(world, input.contractAddress))
  for (let turn = 0; turn < 5; turn++) await pollByFirst(world)
  await passDays(world, 30)
  // Past the blocks that are read twice, so that only the second of the two is reported.
  for (let block = 0; block < 5; block++) await mineBlock(world.direct)
  await pollByFirst(world)
  tellTheTruth()
  await sendFrom(world, payer, chargeCall(world, input.contractAddress))
  for (let turn = 0; turn < 5; turn++) await pollByFirst(world)
  expect(await chargedTimes(input)).toBe(1)

  await checkAllContracts(world)
  await pollByFirstUntil(world, 'both are reported', async () => (await chargedTimes(input)) === 3)
  await pollUntilState(input, 'Active.Current')
  await pollUntilSucceeded(input, 3)
})

test('a charge that was kept back leads to no cancellation, however late it is found', async () => {
  const input = await active()
  relay = startRelay(world)
  await approve(world, payer, input.contractAddress, 0n)
  await passDays(world, 30)
  await pollUntilState(input, 'Active.Overdue')
  lie()
  await approve(world, payer, input.contractAddress, 20n * unit)
  await sendFrom(world, payer, chargeCall(world, input.contractAddress))
  await passDays(world, 4)
  await pollUntilState(input, 'PendingCancel')
  await pollByFirstUntil(world, 'the relay waits', async () => {
    const { rows } = await world.database.pool.query<{ why: string | null }>(
      `select last_error as why from outbox where name = 'requestCancel'`,
    )
    return rows.some(({ why }) => why?.includes('has not lapsed') === true)
  })
  await checkAllContracts(world)
  await pollUntilState(input, 'Active.Current')
  expect((await transactionsOf(world)).map(({ context }) => context['purpose'])).toEqual([])
  await pollUntilSucceeded(input, 2)
})

test('a freeze that was kept back does not end a subscription as unpaid', async () => {
  const input = await active()
  relay = startRelay(world)
  lie()
  await sendFrom(world, payer, controlBy(input, 'freeze'))
  await passDays(world, 30)
  await pollUntilState(input, 'Active.Charging')
  await passDays(world, 5)
  for (let turn = 0; turn < 5; turn++) await pollByFirst(world)
  expect(await stateOf(input)).toBe('Active.Charging')
  await checkAllContracts(world)
  await pollUntilState(input, 'Paused')
  expect(await chargesOf(world, input.contractAddress)).toHaveLength(2)
})

test('a subscription that is no longer paid ends by itself, without gas', async () => {
  const input = await active()
  relay = startRelay(world)
  await approve(world, payer, input.contractAddress, 0n)
  await passDays(world, 30)
  await pollUntilState(input, 'Active.Overdue')
  await passDays(world, 4)
  await pollUntilState(input, 'Cancelled.Over')
  const { context } = await subscriptionOf(world, input.contractAddress)
  expect(context).toMatchObject({ reason: 'GraceExpired', isCancelledOnChain: false })
  expect(await transactionsOf(world)).toEqual([])
})

test('a merchant cancels a lapsed subscription without gas', async () => {
  const input = await active()
  await approve(world, payer, input.contractAddress, 0n)
  await passDays(world, 34)
  await say(world, input, { type: 'subscription.cancel' }).catch(() => undefined)
  relay = startRelay(world)
  await pollUntilState(input, 'Cancelled.Over')
  expect(await transactionsOf(world)).toEqual([])
})

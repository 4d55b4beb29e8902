import { readContract } from 'viem/actions'
import { afterEach, expect, test } from 'vitest'
import { subscriptionAbi } from '../../src/chain/abi/subscription.ts'
import { erc20Abi } from '../../src/chain/abi/erc20.ts'
import { mineBlock, reorg, setAutomine } from './dev-node.ts'
import {
  activeSubscription,
  approve,
  type Payer,
  pushFrom,
  sendFrom,
  subscribe,
  tokenOf,
  unit,
  newPayer,
} from './payers.ts'
import {
  chargesOf,
  subscriptionOf,
  timesReported,
  until,
  untilOf,
  untilQuiet,
  untilState,
} from './until.ts'
import { createWorld, passDays, startAll, type World } from './world.ts'

let world: World
let service: { stop(): Promise<void> }

async function start(confirmations: number) {
  world = await createWorld({ confirmations })
  service = startAll(world)
}
afterEach(async () => {
  await service.stop()
  await world.close()
})

const untilReported = (contractAddress: string, type: string, times: number) =>
  until(`${type} reported ${times} times`, async () => {
    return (await timesReported(world, contractAddress, type)) === times
  })

/** Waits until the charge is in another block; a reorganisation of the node may have had to be repeated. */
async function untilSeenAgain(contractAddress: string): Promise<void> {
  const isSeenAgain = async () => {
    const { rows } = await world.database.pool.query('select status from chain_log order by status')
    return /^(Reorged,)+Seen$/.test(rows.map(({ status }) => status).join())
  }
  await untilOf(world, contractAddress, 'the charge is seen again', isSeenAgain)
}

const balanceOf = (payer: Payer) =>
  readContract(world.direct.reader, {
    address: tokenOf(world),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [payer.address],
  })

test('a credited charge that a reorganisation removes is taken back, and counts once in the end', async () => {
  await start(1)
  const { payer, contractAddress } = await activeSubscription(world)
  await passDays(world, 30)
  await untilReported(contractAddress, 'chain.charged', 2)
  await untilQuiet(world)

  await reorg(world.direct, 1)
  await untilReported(contractAddress, 'chain.chargeReorged', 1)
  await until('the second charge, again', async () => {
    const { context } = await subscriptionOf(world, contractAddress)
    return context['chargesMade'] === 2
  })
  await untilQuiet(world)

  expect(await chargesOf(world, contractAddress)).toMatchObject([
    { status: 'Succeeded' },
    { status: 'Succeeded' },
  ])
  expect(await balanceOf(payer)).toBe(980n * unit)
  const [, charged] = await readContract(world.direct.reader, {
    address: contractAddress as `0x${string}`,
    abi: subscriptionAbi,
    functionName: 'state',
  })
  expect(charged).toBe(2)
})

test('a charge is not credited before it is deep enough, and a reorganisation until then is not reported', async () => {
  await start(3)
  const payer = await newPayer(world, 100n * unit)
  const { contractAddress } = await subscribe(world, payer)
  await approve(world, payer, contractAddress, 120n * unit)
  await until('the charge is seen', async () => {
    const { rows } = await world.database.pool.query('select status from chain_log')
    return rows.length === 1 && rows[0].status === 'Seen'
  })
  await reorg(world.direct, 1)
  await untilSeenAgain(contractAddress)
  expect(await timesReported(world, contractAddress, 'chain.charged')).toBe(0)

  await mineBlock(world.direct)
  await mineBlock(world.direct)
  await untilState(world, contractAddress, 'Active.Current')
  await untilQuiet(world)
  expect(await timesReported(world, contractAddress, 'chain.charged')).toBe(1)
  expect(await timesReported(world, contractAddress, 'chain.chargeReorged')).toBe(0)
})

test('a freeze that a reorganisation removes is taken back', async () => {
  await start(1)
  const { payer, contractAddress } = await activeSubscription(world)
  const before = await subscriptionOf(world, contractAddress)
  const freeze = {
    to: contractAddress as `0x${string}`,
    abi: subscriptionAbi,
    name: 'freeze',
    args: [],
  }
  await sendFrom(world, payer, freeze)
  await untilState(world, contractAddress, 'Paused')

  await setAutomine(world.direct, false)
  await reorg(world.direct, 1)
  const { context } = await untilState(world, contractAddress, 'Active.Current')
  expect(context['nextChargeAt']).toBe(before.context['nextChargeAt'])

  await setAutomine(world.direct, true)
  await pushFrom(world, payer, freeze)
  await untilState(world, contractAddress, 'Paused')
})

test.each([0, 20])(
  'an allowance that a reorganisation takes away is known to be gone, %s days after the test clock began',
  async (days) => {
    await start(1)
    const { payer, contractAddress } = await activeSubscription(world)
    await passDays(world, days)
    const before = await subscriptionOf(world, contractAddress)
    await approve(world, payer, contractAddress, 55n * unit)
    const untilAllowed = (allowance: unknown) =>
      until(`an allowance of ${String(allowance)}`, async () => {
        const { context } = await subscriptionOf(world, contractAddress)
        return context['allowance'] === allowance
      })
    await untilAllowed(String(55n * unit))

    await setAutomine(world.direct, false)
    await reorg(world.direct, 1)
    await untilAllowed(before.context['allowance'])
  },
)

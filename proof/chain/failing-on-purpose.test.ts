/** A payer lets charges fail after the pre-check, again and again, to make the merchant spend gas. */
import type { Hash } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs } from '../../machines/durations.ts'
import { mineBlock, setAutomine } from '../../test/chain/dev-node.ts'
import {
  approval,
  approve,
  newPayer,
  type Payer,
  pushFrom,
  subscribe,
  unit,
} from '../../test/chain/payers.ts'
import { subscriptionOf, transactionsOf, until, untilState } from '../../test/chain/until.ts'
import { createWorld, startAll, type World } from '../../test/chain/world.ts'

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

const ridesOf = async (contractAddress: string) =>
  (await transactionsOf(world)).filter(({ context }) =>
    (context['items'] as { contractAddress: string }[]).some(
      (item) => item.contractAddress === contractAddress,
    ),
  )

const isHeld = async () => {
  const { rowCount } = await world.database.pool.query(
    `select 1 from outbox where name = 'requestCharge' and waits_for = 'FailedCharge'`,
  )
  return rowCount !== 0
}

/** Allows enough, and takes it away while our charge is on its way, where there is one. */
async function allowAndTakeAway(payer: Payer, contractAddress: string): Promise<void> {
  await setAutomine(world.direct, false)
  const allowing = approve(world, payer, contractAddress, 120n * unit)
  await mineSoon()
  await allowing
  await until(
    'our charge in the pool, or held',
    async () =>
      (await isHeld()) ||
      (await ridesOf(contractAddress)).some(({ status }) => status === 'Broadcast'),
  )
  await pushFrom(world, payer, approval(world, contractAddress, 0n))
  await setAutomine(world.direct, true)
  await mineBlock(world.direct)
  await until('it has ended', async () =>
    (await ridesOf(contractAddress)).every(({ status }) => status === 'Final'),
  )
}

/** The payer's transaction has to be in the pool first. */
async function mineSoon(): Promise<void> {
  await until('a transaction in the pool', async () => {
    const { transactions } = (await world.direct.reader.request({
      method: 'eth_getBlockByNumber',
      params: ['pending', false],
    })) as { transactions: Hash[] }
    return transactions.length > 0
  })
  await mineBlock(world.direct)
}

test('a payer who takes the allowance away after the pre-check makes the merchant pay once, not every time (P23)', async () => {
  const payer = await newPayer(world, 1_000n * unit)
  const { contractAddress } = await subscribe(world, payer)
  for (let round = 0; round < 4; round++) await allowAndTakeAway(payer, contractAddress)
  const [first, ...more] = await ridesOf(contractAddress)
  expect(more).toEqual([])
  const { gasUsed } = await getTransactionReceipt(world.direct.reader, {
    hash: (first!.context['hashes'] as Hash[])[0]!,
  })
  expect(gasUsed).toBeLessThan(200_000n)

  // An honest payer is charged when the wait is over; until then the merchant reads why not.
  await approve(world, payer, contractAddress, 120n * unit)
  await until('the reason is shown', async () => {
    const { status, context } = await subscriptionOf(world, contractAddress)
    return status === 'Suspended' && context.reason === 'FailedOnChain'
  })
  world.clock.setTestOffset(world.clock.testOffsetMs + hourMs)
  await world.database.pool.query(
    `update outbox set available_at = now() where name = 'requestCharge'`,
  )
  world.bus.wake('chain')
  await untilState(world, contractAddress, 'Active')
})

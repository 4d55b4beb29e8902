/**
 * One of two nodes lies about the gas that is there, or needed: nothing stops, and nothing is
 * spent.
 */
import type { Address } from 'viem'
import { getBalance } from 'viem/actions'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { allowing } from '../../test/chain/lies.ts'
import {
  activeSubscription,
  approve,
  newPayer,
  say,
  subscribe,
  tokenOf,
  unit,
} from '../../test/chain/payers.ts'
import { createNodesWorld } from '../../test/chain/several-nodes.ts'
import {
  subscriptionOf,
  transactionsOf,
  until,
  untilOf,
  untilQuiet,
  untilState,
} from '../../test/chain/until.ts'
import { passDays, startAll, type World } from '../../test/chain/world.ts'

const patienceMs = 40_000

let nodes: Awaited<ReturnType<typeof createNodesWorld>>
let world: World

beforeEach(async () => {
  nodes = await createNodesWorld(2, {}, startAll)
  world = nodes.world
})
afterEach(() => nodes?.stop())

test.each([0, 1])(
  'node %i of two says that the gas wallet is empty, and charges go on',
  async (liar) => {
    const { contractAddress } = await activeSubscription(world)
    nodes.proxies[liar]!.behaviour = ({ method, params }) =>
      method === 'eth_getBalance' && params[0] === world.merchant.wallet.toLowerCase()
        ? Promise.resolve({ result: '0x0' })
        : undefined
    await passDays(world, 30)
    await until('the second charge', async () => {
      const { context } = await subscriptionOf(world, contractAddress)
      return context['chargesMade'] === 2
    })
  },
)

test('a node alone makes nobody pay for the cancellation of a draft that nobody can charge', async () => {
  const payer = await newPayer(world, 100n * unit)
  const input = await subscribe(world, payer)
  const gas = () => getBalance(world.direct.reader, { address: world.merchant.wallet })
  const before = await gas()

  const [liar] = nodes.proxies
  const contract = input.contractAddress as Address
  liar!.behaviour = allowing({ token: tokenOf(world), payer: payer.address, contract }, 10n * unit)
  await say(world, input, { type: 'subscription.cancel' })
  // Too little for a charge, but a reason to ask what the payer allows: nobody asks again without one.
  await approve(world, payer, contract, 1n)
  const areFoundToDiffer = async () => {
    const { rows } = await world.database.pool.query(
      `select 1 from outbox where name = 'requestCancel' and last_error like 'nodes do not agree%'`,
    )
    return rows.length === 1
  }
  await untilOf(world, contract, 'nodes are found to differ', areFoundToDiffer, patienceMs)
  expect(await transactionsOf(world)).toEqual([])

  liar!.behaviour = () => undefined
  await untilState(world, input.contractAddress, 'Cancelled')
  await untilQuiet(world)
  expect(await gas()).toBe(before)
}, 90_000)

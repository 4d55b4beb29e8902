/**
 * One of two nodes accepts transactions, passes none on and names next to nothing for gas, and
 * hides that by another lie each time: the wallet's transactions are replaced all the same, and
 * mined.
 */
import { type Hex, keccak256, numberToHex } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listStuck } from '../../src/store/views/stuck.ts'
import { mineBlock } from '../../test/chain/dev-node.ts'
import { newPayer, unit } from '../../test/chain/payers.ts'
import { pay, paymentOf, request } from '../../test/chain/payments.ts'
import type { Behaviour, RpcProxy } from '../../test/chain/rpc-proxy.ts'
import { createNodesWorld } from '../../test/chain/several-nodes.ts'
import { transactionsOf, until } from '../../test/chain/until.ts'
import { startAll, type World } from '../../test/chain/world.ts'

const patienceMs = 60_000
const amount = 10n * unit
let world: World
let proxies: RpcProxy[]
let stop: () => Promise<void>

beforeEach(async () => {
  ;({ world, proxies, stop } = await createNodesWorld(2, { sweepAfterSeconds: 0 }, startAll))
})
afterEach(() => stop?.())

/** Adds a lie to a node that passes no transaction on and names next to nothing for gas. */
const holdingUpBy =
  (lie: Behaviour): Behaviour =>
  async (request, pass) => {
    const { method, params } = request
    if (method === 'eth_sendRawTransaction') return { result: keccak256(params[0] as Hex) }
    if (method === 'eth_maxPriorityFeePerGas') return { result: '0x0' }
    if (method !== 'eth_getBlockByNumber' && method !== 'eth_feeHistory') return lie(request, pass)
    const { result } = await pass()
    const cheap =
      method === 'eth_feeHistory'
        ? { gasUsedRatio: [0.5], reward: [['0x0']] }
        : { baseFeePerGas: '0x1' }
    return { result: result ? { ...(result as object), ...cheap } : null }
  }

type Place = { blockNumber: Hex; blockHash: Hex }

/** Gives a receipt in this block for every transaction without one. */
const minedIn =
  (place: () => Promise<Place>): Behaviour =>
  async ({ method, params }, pass) => {
    if (method !== 'eth_getTransactionReceipt') return undefined
    const answer = await pass()
    if (answer.result) return answer
    const rest = { status: '0x1', gasUsed: '0x5208', effectiveGasPrice: '0x1', logs: [] }
    return { result: { transactionHash: params[0], ...rest, ...(await place()) } }
  }

const farAway: Place = { blockNumber: '0xfffffff', blockHash: `0x${'ab'.repeat(32)}` }
/** Reads the newest block that was read, so that it moves on with the chain. */
async function newestBlock(): Promise<Place> {
  const { rows } = await world.database.pool.query<{ number: string; hash: Hex }>(
    'select block_number as number, block_hash as hash from chain_cursor',
  )
  return { blockNumber: numberToHex(BigInt(rows[0]!.number)), blockHash: rows[0]!.hash }
}

const counting =
  (count: Hex, tags: string[]): Behaviour =>
  async ({ method, params }) =>
    method === 'eth_getTransactionCount' && tags.includes(params[1] as string)
      ? { result: count }
      : undefined

/** Pays, and mines until it is swept; calls `seen` after each block. */
async function sweepOnce(seen: () => Promise<void> = async () => {}) {
  const payer = await newPayer(world, 1_000n * unit)
  const payment = await request(world)
  await pay(world, payer, payment, amount)
  const isSwept = async () => {
    await mineBlock(world.direct)
    await seen()
    return (await paymentOf(world, payment)).context['swept'] === String(amount)
  }
  await until('swept', isSwept, patienceMs)
}

/** Lists the differences between nodes that the operator is shown. */
async function differences(): Promise<string[]> {
  const { nodeDifferences } = await listStuck(world.database, world.clock.now())
  return nodeDifferences.map(({ what }) => what)
}

/** Few were signed, and none was left out. */
async function expectSoundLane(sweeps: number) {
  const sent = await transactionsOf(world)
  expect(sent.map(({ context }) => context['nonce'])).toEqual([...Array(sweeps).keys()])
  for (const { context } of sent) expect((context['hashes'] as Hex[]).length).toBeLessThan(12)
  const { rows } = await world.database.pool.query('select next_nonce as next from nonce_lane')
  expect(rows).toEqual([{ next: sweeps }])
}

test.each([
  ['a block that does not exist', async () => farAway],
  ['the newest block, whichever that is', newestBlock],
])(
  'a receipt in %s does not make a transaction mined, and is shown',
  async (_, place) => {
    proxies[0]!.behaviour = holdingUpBy(minedIn(place))
    const shown = new Set<string>()
    await sweepOnce(async () => {
      for (const what of await differences()) shown.add(what)
    })
    expect(shown).toContain('Receipt')
    await expectSoundLane(1)
    await until('it is shown no longer', async () => {
      await mineBlock(world.direct)
      return (await differences()).length === 0
    })
  },
  2 * patienceMs,
)

test.each([0, 1])(
  'node %i says that more transactions are mined: the lane begins where the chain is, and goes on',
  async (liar) => {
    proxies[liar]!.behaviour = holdingUpBy(counting('0x5', ['latest', 'pending']))
    await sweepOnce()
    await expectSoundLane(1)
  },
  2 * patienceMs,
)

test.each([0, 1])(
  'node %i says that fewer transactions are mined: the one that the chain takes next is replaced',
  async (liar) => {
    await sweepOnce()
    proxies[liar]!.behaviour = holdingUpBy(counting('0x0', ['latest', 'pending']))
    await sweepOnce()
    await expectSoundLane(2)
  },
  2 * patienceMs,
)

test(
  'a `pending` of one node does not make a new lane leave nonces out',
  async () => {
    proxies[0]!.behaviour = holdingUpBy(counting('0x5', ['pending']))
    await sweepOnce()
    await expectSoundLane(1)
  },
  2 * patienceMs,
)

test(
  'a node that numbers the newest block too high does not make a sent transaction seem new',
  async () => {
    proxies[0]!.behaviour = holdingUpBy(async ({ method }) =>
      method === 'eth_blockNumber' ? { result: '0xfffffff' } : undefined,
    )
    await sweepOnce()
    await expectSoundLane(1)
  },
  2 * patienceMs,
)

test(
  'a receipt that the node being read hides is shown, and counts once the node gives it',
  async () => {
    proxies[0]!.behaviour = async ({ method }, pass) => {
      if (method !== 'eth_getTransactionReceipt') return undefined
      const { result } = (await pass()) as { result: { from: string } | null }
      const isOurs = result?.from === world.merchant.wallet.toLowerCase()
      return { result: isOurs ? null : result }
    }
    const isShown = async () => (await differences()).includes('Receipt')
    await sweepOnce(async () => {
      if (await isShown()) proxies[0]!.behaviour = () => undefined
    })
    await expectSoundLane(1)
  },
  2 * patienceMs,
)

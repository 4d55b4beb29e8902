/**
 * One of two nodes says that the chain is far ahead: its head is not followed, and blocks stored by
 * it are undone.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadCursor } from '../../src/chain/rows/cursor.ts'
import { noteFinishedPoll } from '../../src/reader/finished-polls.ts'
import { elapsedMs } from '../../src/shared/time.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { hostOf } from '../../src/shared/chains/agreement.ts'
import { listStuck } from '../../src/store/views/stuck.ts'
import { alteringHeaders } from '../../test/chain/altered-answers.ts'
import { mineBlock } from '../../test/chain/dev-node.ts'
import { newPayer, type Payer, unit } from '../../test/chain/payers.ts'
import { pay, request, untilPaymentState } from '../../test/chain/payments.ts'
import type { Behaviour, RpcProxy } from '../../test/chain/rpc-proxy.ts'
import { createTwoNodeWorld } from '../../test/chain/several-nodes.ts'
import type { World } from '../../test/chain/world.ts'
import { blocksStoredMax } from '../../src/chain/rows/blocks.ts'

const amount = 10n * unit
const blocksAhead = 1_000_000

let nodes: Awaited<ReturnType<typeof createTwoNodeWorld>>
let world: World
let payer: Payer
let proxies: RpcProxy[]

beforeEach(async () => {
  nodes = await createTwoNodeWorld()
  ;({ world, proxies } = nodes)
  // The embedded node may go back at will; these nodes are those of a public chain.
  Object.assign(world.chain, { embedded: false })
  payer = await newPayer(world, 1_000n * unit)
})
afterEach(() => nodes?.stop())

const pollBy = (index: number) => pollOnce(world, world.chain.nodes[index]!)
const cursorNow = async () => (await loadCursor(world.database.pool, world.chain.name))!

const hashOf = (number: number) => `0x${number.toString(16).padStart(64, 'a')}`

/** Made-up headers above a block, linked to it, up to a head far ahead; and no logs. */
const farAhead = (
  base: { blockNumber: number; blockHash: string },
  blocks = blocksAhead,
): Behaviour => {
  const head = base.blockNumber + blocks
  return async ({ method, params }, pass) => {
    if (method === 'eth_getLogs') return { result: [] }
    if (method !== 'eth_getBlockByNumber') return undefined
    const number = params[0] === 'latest' ? head : Number(params[0])
    if (number <= base.blockNumber) return undefined
    const { result } = (await pass({ params: ['latest', false] })) as { result: object }
    const parentHash = number - 1 === base.blockNumber ? base.blockHash : hashOf(number - 1)
    const made = { number: `0x${number.toString(16)}`, hash: hashOf(number), parentHash }
    return { result: { ...result, ...made } }
  }
}

test.each([false, true])(
  'the head of one node far ahead is not followed (the other node is silent: %s)',
  async (isDown) => {
    await pollBy(1)
    const before = await cursorNow()
    proxies[0]!.behaviour = farAhead(before)
    proxies[1]!.isDown = isDown
    await expect(pollBy(0)).rejects.toThrow('which cannot be beyond')
    expect(await cursorNow()).toEqual(before)
    proxies[1]!.isDown = false
    const payment = await request(world)
    await pay(world, payer, payment, amount)
    await pollBy(1)
    await untilPaymentState(world, payment, 'InProgress.Confirming')
  },
)

test('a made-up time of the block that was read last does not make a far head plausible after a restart', async () => {
  const timestamp = '0x1'
  proxies[0]!.behaviour = alteringHeaders(() => ({ timestamp }))
  await pollBy(0)
  const before = await cursorNow()
  proxies[0]!.behaviour = farAhead(before)
  proxies[1]!.isDown = true
  const restarted = { ...world, chain: { ...world.chain } }
  await expect(pollOnce(restarted, restarted.chain.nodes[0]!)).rejects.toThrow(
    'which cannot be beyond',
  )
  expect(await cursorNow()).toEqual(before)
})

test('a cursor that both nodes no longer reach goes back to their chain, which is read on', async () => {
  await pollBy(1)
  const payment = await request(world)
  const { blockNumber } = await cursorNow()
  const far = blockNumber + blocksAhead
  await world.database.pool.query('delete from chain_block')
  await world.database.pool.query(
    'update chain_cursor set block_number = $1, block_hash = $2 where blockchain = $3',
    [far, hashOf(far), world.chain.name],
  )
  await pay(world, payer, payment, amount)
  await expect(pollBy(1)).rejects.toThrow('behind')
  await world.database.pool.query(`update chain_cursor set seen_at = now() - interval '61 seconds'`)
  await pollBy(1)
  await mineBlock(world.direct)
  await pollBy(1)
  await untilPaymentState(world, payment, 'Succeeded.Exact')
  expect((await cursorNow()).blockNumber).toBeLessThan(far)
})

const differences = async () => {
  const { nodeDifferences } = await listStuck(world.database, world.clock.now())
  return nodeDifferences.map(({ what, subject }) => `${what} ${subject}`)
}
/** Restarts the process after some minutes without a poll. */
async function restartAfterMinutes() {
  await world.database.pool.query(`update chain_cursor set seen_at = now() - interval '5 minutes'`)
  return { ...world, chain: { ...world.chain } }
}

test('a node that leads step by step to a chain of its own is named, and left after a minute for the chain of the other', async () => {
  await pollBy(1)
  const before = await cursorNow()
  const payment = await request(world)
  proxies[0]!.behaviour = farAhead(before, 30)
  await pollBy(0)
  const restarted = await restartAfterMinutes()
  const [liar, honest] = restarted.chain.nodes
  for (const blocks of [blocksStoredMax / 4, blocksStoredMax / 4 + 1]) {
    proxies[0]!.behaviour = farAhead(before, blocks)
    await pollOnce(restarted, liar!)
  }
  expect((await cursorNow()).blockNumber).toBe(before.blockNumber + blocksStoredMax / 4 + 1)
  expect(await differences()).toEqual([`BelowCursor ${hostOf(proxies[1]!.url)}`])

  await pay(world, payer, payment, amount)
  proxies[0]!.behaviour = farAhead(before, blocksStoredMax)
  await expect(pollOnce(restarted, liar!)).rejects.toThrow('which cannot be beyond')
  await expect(pollOnce(restarted, honest!)).rejects.toThrow('behind')
  await world.database.pool.query(`update chain_cursor set seen_at = now() - interval '61 seconds'`)
  noteFinishedPoll(restarted.chain, elapsedMs() - 61_000)
  await pollOnce(restarted, honest!)
  await untilPaymentState(world, payment, 'InProgress.Confirming')
  expect(await differences()).toEqual([])
})

/** Blocks are read again, and the chain is reorganised before that, or a node keeps back what came again in them. */
import { type Address, type Hash, pad } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import { readHeader } from '../../src/chain/blocks.ts'
import { loadCursor } from '../../src/chain/rows/cursor.ts'
import { saltIdOf, termsOf } from '../../src/chain/rows/subscriptions.ts'
import { checkBalances } from '../../src/reader/deposits/balance-round.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { passEverywhere } from '../support/settle.ts'
import { otherHash } from './altered-answers.ts'
import { mineBlock, reorg, reorgFrom, setBalance, signedOf } from './dev-node.ts'
import { lying, transferOf } from './lies.ts'
import { approve, newPayer, type Payer, sendFrom, subscribe, tokenOf, unit } from './payers.ts'
import { pay, paymentOf, request, reportsTo } from './payments.ts'
import type { Behaviour } from './rpc-proxy.ts'
import { createNodesWorld, pollUntil as pollUntilAll } from './several-nodes.ts'
import { timesReported } from './until.ts'
import { withholding } from './withholding.ts'
import type { World } from './world.ts'

const amount = 10n * unit
const askAgainMs = 6_000

let nodes: Awaited<ReturnType<typeof createNodesWorld>>
let world: World
let payer: Payer
beforeEach(async () => {
  nodes = await createNodesWorld(2, { confirmations: 2 })
  ;({ world } = nodes)
  payer = await newPayer(world, 1_000n * unit)
})
afterEach(() => nodes?.stop())

const pollBy = (index: number) => pollOnce(world, world.chain.nodes[index]!)
const pollUntil = (what: string, isSo: () => Promise<boolean>) => pollUntilAll(world, what, isSo)
async function mineBlocks(count: number): Promise<void> {
  for (let block = 0; block < count; block++) await mineBlock(world.direct)
}
const isPaid = (payment: { id: string }) => async () =>
  (await paymentOf(world, payment)).status === 'Succeeded'

/** A node makes up money of a payment in the newest block; what is credited meanwhile lies above it. */
async function lieInHead(): Promise<void> {
  await pollBy(1)
  const made = await request(world)
  await mineBlock(world.direct)
  const { number, hash } = (await readHeader(world.direct.nodes[0]!, 'latest'))!
  const to = made.depositAddress as Address
  nodes.proxies[0]!.behaviour = lying(
    transferOf({ number, hash }, { token: tokenOf(world), to, amount }),
  )
  await pollBy(0)
}

/** The node denies what it made up, so that the blocks from there on are to be read again. */
async function denyLie(): Promise<void> {
  const head = (await readHeader(world.direct.nodes[0]!, 'latest'))!
  nodes.proxies[0]!.behaviour = () => undefined
  await passEverywhere(askAgainMs)
  await expect(pollBy(0)).rejects.toThrow('that others deny')
  const cursor = (await loadCursor(world.database.pool, world.chain.name))!
  expect(cursor.blockNumber).toBeLessThan(head.number)
}

/** Has money credited above what a node made up, which is denied then. */
async function payAboveDenied() {
  const payment = await request(world)
  await lieInHead()
  await pay(world, payer, payment, amount)
  await mineBlocks(3)
  await pollUntil('paid', isPaid(payment))
  await denyLie()
  return payment
}

test('money that a reorganisation removes before its block is read again is taken back (P6)', async () => {
  const payment = await payAboveDenied()
  await reorg(world.direct, 4)
  await mineBlocks(3)
  await pollUntil('taken back', async () => {
    return (await reportsTo(world, payment)).at(-1)!.inTime.confirmed === '0'
  })
})

test('money whose block is read again stays credited, and is not reported otherwise in between (P6)', async () => {
  const payment = await payAboveDenied()
  await mineBlocks(1)
  const sumsOf = async () => {
    const { rows } = await world.database.pool.query(
      'select status, credited from deposit_log where payment_id = $1',
      [payment.id],
    )
    return rows
  }
  await pollUntil('it was read again', async () => (await sumsOf())[0]!.status === 'Confirmed')
  expect(await sumsOf()).toEqual([{ status: 'Confirmed', credited: String(amount) }])
  const confirmed = (await reportsTo(world, payment)).map(({ inTime }) => inTime.confirmed)
  expect(confirmed.slice(confirmed.indexOf(String(amount)))).not.toContain('0')
})

test('a native coin in blocks that are read again stays shown, and no node is blamed for it', async () => {
  const payment = await request(world)
  await lieInHead()
  await pay(world, payer, payment, amount)
  await setBalance(world.direct, payment.depositAddress as Address, 5n)
  await mineBlocks(3)
  await pollUntil('paid', isPaid(payment))
  await world.database.pool.query('update deposit_watch set check_at = now()')
  await checkBalances(world, world.chain.nodes[1]!)
  const coins = async () => {
    const { rows } = await world.database.pool.query<{ status: string }>(
      `select status from deposit_log where event = 'Found'`,
    )
    return rows.map(({ status }) => status)
  }
  await mineBlocks(3)
  await pollUntil('the coin is shown', async () => (await coins())[0] === 'Confirmed')
  await denyLie()
  await mineBlocks(1)
  await pollUntil('it is shown again', async () => (await coins())[0] === 'Confirmed')
  expect(await coins()).toEqual(['Confirmed'])
  const { rows } = await world.database.pool.query(
    `select detail from node_anomaly where detail like 'kept back%'`,
  )
  expect(rows).toEqual([])
})

test('a charge that a reorganisation removes before its block is read again is taken back (P6)', async () => {
  const input = await subscribe(world, payer)
  const contract = input.contractAddress as Address
  await approve(world, payer, contract, 120n * unit)
  await lieInHead()
  const activation = {
    to: world.chain.factory,
    abi: subscriptionFactoryAbi,
    name: 'activate',
    args: [termsOf(input), saltIdOf(input)],
  }
  await sendFrom(world, payer, activation)
  await mineBlock(world.direct)
  const isReported = (type: string) => async () =>
    (await timesReported(world, contract, type)) === 1
  await pollUntil('charged', isReported('chain.charged'))
  await denyLie()
  await reorg(world.direct, 2)
  await mineBlocks(3)
  await pollUntil('taken back', isReported('chain.chargeReorged'))
})

test('money that came again in another block, of which a node kept it back, is read again by the other, and counts (P6)', async () => {
  const payment = await request(world)
  await pollBy(0)
  const hash: Hash = await pay(world, payer, payment, amount)
  await mineBlocks(2)
  await pollUntil('paid', isPaid(payment))
  await reorgFrom(world.direct, hash, [await signedOf(world.direct, hash)])
  const { blockHash } = await getTransactionReceipt(world.direct.reader, { hash })
  await mineBlocks(8)
  nodes.proxies[0]!.behaviour = withholding
  await expect(pollBy(0)).rejects.toThrow('kept back logs of block')
  await pollBy(1)
  await pollUntil('it counts in its new block', async () => {
    const { rows } = await world.database.pool.query(
      `select status, credited from deposit_log where block_hash = $1`,
      [blockHash],
    )
    return rows[0]?.status === 'Confirmed' && rows[0].credited === String(amount)
  })
  await pollUntil('paid', isPaid(payment))
})

/** Gives no logs of an address; receipts tell of them. */
const keepingBack =
  (to: string): Behaviour =>
  async ({ method }, pass) => {
    if (method !== 'eth_getLogs') return undefined
    const answer = await pass()
    const isOthers = ({ topics }: { topics: string[] }) =>
      topics[2]?.toLowerCase() !== pad(to as Address).toLowerCase()
    return { result: (answer.result as { topics: string[] }[]).filter(isOthers) }
  }

test('money that no node gives again, though receipts tell of it, waits and is shown, and holds up no other money', async () => {
  const [kept, other] = [await request(world), await request(world)]
  await pollBy(0)
  const hash: Hash = await pay(world, payer, kept, amount)
  await mineBlocks(2)
  await pollUntil('paid', isPaid(kept))
  await reorgFrom(world.direct, hash, [await signedOf(world.direct, hash)])
  for (const proxy of nodes.proxies) proxy.behaviour = keepingBack(kept.depositAddress)
  await mineBlocks(8)
  for (const index of nodes.proxies.keys()) {
    await expect(pollBy(index)).rejects.toThrow('kept back logs of block')
    await passEverywhere(askAgainMs)
  }
  await pay(world, payer, other, amount)
  for (let round = 0; round < 2; round++) {
    await mineBlocks(2)
    await pollBy(round)
    await passEverywhere(60_000)
  }
  await pollUntil('the other is paid', isPaid(other))
  const { rows } = await world.database.pool.query(
    `select entity_id as id from anomaly where event->>'type' = 'chain.doubted'`,
  )
  expect(rows).toEqual([{ id: kept.id }])
  expect((await reportsTo(world, kept)).at(-1)!.inTime.confirmed).toBe(String(amount))
})

/** Refuses the logs of even one block, unless addresses are named. */
const refusingWide: Behaviour = async ({ method, params }) => {
  const { address, topics } = (params[0] ?? {}) as { address?: string[]; topics?: unknown[] }
  const isWide = method === 'eth_getLogs' && (address?.length ?? 0) > 2 && topics?.length === 1
  return isWide
    ? { error: { code: -32005, message: 'query returned more than 10000 results' } }
    : undefined
}

test('money at an address that is not read any more, whose block is mined again while its token is busy, counts in its new block (P6)', async () => {
  const payment = await request(world)
  await pollBy(0)
  const hash: Hash = await pay(world, payer, payment, amount)
  await mineBlocks(2)
  await pollUntil('paid', isPaid(payment))
  await world.database.pool.query('update deposit_watch set read_up_to = known_at')
  for (const proxy of nodes.proxies) proxy.behaviour = refusingWide
  await reorgFrom(world.direct, hash, [await signedOf(world.direct, hash)])
  const { blockHash } = await getTransactionReceipt(world.direct.reader, { hash })
  await mineBlocks(4)
  await pollBy(0)
  const { rows } = await world.database.pool.query(
    `select block_hash as hash, status, credited from deposit_log where status <> 'Reorged'`,
  )
  expect(rows).toEqual([{ hash: blockHash, status: 'Confirmed', credited: String(amount) }])
})

test('a log of a branch that was given up, found while a node was on it, is taken out and holds nothing up', async () => {
  const payment = await request(world)
  await pollBy(0)
  await mineBlocks(4)
  await pollBy(0)
  const { blockNumber } = (await loadCursor(world.database.pool, world.chain.name))!
  // A round stores what it finds by any node; this node has changed its branch since.
  await world.database.pool.query(
    `insert into deposit_log (blockchain, block_hash, log_index, payment_id, block_number, block_time,
       transaction_hash, event, token, counterparty, amount, status)
     values ($1, $2, 0, $3, $4, now(), $2, 'Transfer', $5, $5, $6, 'Seen')`,
    [world.chain.name, otherHash, payment.id, blockNumber - 3, payment.token, amount],
  )
  for (const proxy of nodes.proxies)
    proxy.behaviour = async ({ method, params }) =>
      method === 'eth_getLogs' && 'blockHash' in (params[0] as object)
        ? { error: { code: -32000, message: 'unknown block' } }
        : undefined
  await pollUntil('it is taken out', async () => {
    const { rows } = await world.database.pool.query('select status from deposit_log')
    return rows[0]!.status === 'Reorged'
  })
  await pay(world, payer, payment, amount)
  await mineBlocks(2)
  await pollUntil('paid', isPaid(payment))
})

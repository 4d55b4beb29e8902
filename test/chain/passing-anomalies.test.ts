/** Anomalies that are over by themselves: they end with what they are about, and are open again when it comes again. */
import { type Address, type Hash, type Hex, numberToHex, pad, toFunctionSelector } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { readHeader } from '../../src/chain/blocks.ts'
import { checkBalances } from '../../src/reader/deposits/balance-round.ts'
import { stepAll } from '../../src/shared/pulse.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { mineBlock, reorg, reorgFrom } from './dev-node.ts'
import { answering, chargeOf, type Lie, lying, transferOf } from './lies.ts'
import { newPayer, type Payer, subscribe, tokenOf, unit } from './payers.ts'
import { pay, request } from './payments.ts'
import type { Behaviour } from './rpc-proxy.ts'
import { createNodesWorld } from './several-nodes.ts'
import type { World } from './world.ts'

type Payment = { id: string; depositAddress: string }

const amount = 10n * unit
const honest: Behaviour = () => undefined
let nodes: Awaited<ReturnType<typeof createNodesWorld>>
let world: World
let payer: Payer
afterEach(() => nodes?.stop())

async function begin(nodesCount: number): Promise<Payment> {
  nodes = await createNodesWorld(nodesCount, { confirmations: 2 })
  ;({ world } = nodes)
  // Addresses of a local chain are checked every minute anyway.
  Object.assign(world.chain, { embedded: false })
  payer = await newPayer(world, 1_000n * unit)
  await poll()
  const payment = await request(world)
  await poll()
  return payment
}

/** Polls once, 6 seconds after the last time: nodes are asked again about every log. */
async function poll(node = 0): Promise<void> {
  for (const update of ['update deposit_log', 'update chain_log'])
    await world.database.pool.query(`${update} set asked_at = asked_at - interval '6 seconds'`)
  await pollOnce(world, world.chain.nodes[node]!).catch(() => undefined)
  await stepAll()
}

async function pollBlocks(count: number): Promise<void> {
  for (let block = 0; block < count; block++) {
    await mineBlock(world.direct)
    await poll()
  }
}

/** Checks the address, and searches all of its blocks anew. */
async function check(): Promise<void> {
  await world.database.pool.query(
    `update deposit_watch set check_at = now(), search_anew_at = now() - interval '1 second'`,
  )
  await checkBalances(world, world.chain.nodes[0]!)
  await stepAll()
}

/** The last node says that the address holds so much. */
function sayBalance(payment: Payment, balance: bigint): void {
  nodes.proxies.at(-1)!.behaviour = answering({
    to: tokenOf(world),
    data: `${toFunctionSelector('balanceOf(address)')}${pad(payment.depositAddress as Hex).slice(2)}`,
    answer: pad(numberToHex(balance), { size: 32 }),
  })
}

const sayTruth = () => (nodes.proxies.at(-1)!.behaviour = honest)

async function isOpen(type: string): Promise<boolean> {
  const { rows } = await world.database.pool.query(
    `select 1 from anomaly where event->>'type' = $1 and resolved_at is null`,
    [type],
  )
  return rows.length > 0
}

/** A person resolves what is open. */
const resolve = () =>
  world.database.pool.query('update anomaly set resolved_at = now() where resolved_at is null')

/** The last node makes something up in the newest block. */
async function makeUp(inBlock: (block: Lie['block']) => Lie): Promise<void> {
  await mineBlock(world.direct)
  const { number, hash } = (await readHeader(world.direct.nodes[0]!, 'latest'))!
  nodes.proxies.at(-1)!.behaviour = lying(inBlock({ number, hash }))
  await poll(nodes.proxies.length - 1)
}

/** The last node makes money up, and tells the balance as it is. */
const makeUpMoney = (payment: Payment) =>
  makeUp((block) => {
    const to = payment.depositAddress as Address
    const lie = transferOf(block, { token: tokenOf(world), to, amount })
    return { ...lie, call: { ...lie.call, to } }
  })

test('nodes that differ about a balance a second time are an anomaly again, though a person had resolved the first', async () => {
  const payment = await begin(2)
  for (const part of [3n, 3n, 4n]) {
    await pay(world, payer, payment, part * unit)
    sayBalance(payment, 1n)
    await pollBlocks(3)
    expect(await isOpen('chain.doubted')).toBe(true)
    if (part === 3n) await resolve()
    await pollBlocks(1)
    expect(await isOpen('chain.doubted')).toBe(part !== 3n)
    sayTruth()
    await pollBlocks(3)
    expect(await isOpen('chain.doubted')).toBe(false)
  }
})

test('the same sum that is not covered a second time is an anomaly again', async () => {
  const payment = await begin(1)
  for (const before of [0n, 5n * unit]) {
    await pay(world, payer, payment, 5n * unit)
    sayBalance(payment, before)
    await pollBlocks(3)
    await check()
    expect(await isOpen('chain.uncovered')).toBe(true)
    sayTruth()
    await check()
    await pollBlocks(3)
    expect(await isOpen('chain.uncovered')).toBe(false)
  }
})

test('an anomaly of money that was not covered is over when a reorganisation takes the money', async () => {
  const payment = await begin(1)
  const hash: Hash = await pay(world, payer, payment, amount)
  sayBalance(payment, 0n)
  await pollBlocks(3)
  await check()
  expect(await isOpen('chain.uncovered')).toBe(true)
  sayTruth()
  await reorgFrom(world.direct, hash, [])
  await pollBlocks(4)
  await check()
  expect(await isOpen('chain.uncovered')).toBe(false)
})

test('a doubt about money is over when nodes agree that there is none', async () => {
  const payment = await begin(2)
  await makeUpMoney(payment)
  await pollBlocks(3)
  expect(await isOpen('chain.doubted')).toBe(true)
  sayTruth()
  await pollBlocks(2)
  expect(await isOpen('chain.refuted')).toBe(true)
  expect(await isOpen('chain.doubted')).toBe(false)
})

test.each([
  ['nodes agree that there was none', 0, true],
  ['a reorganisation takes its block', 4, false],
])('a doubt about a charge is over when %s', async (_, blocksGone, isRefuted) => {
  await begin(2)
  const input = await subscribe(world, payer)
  const contract = input.contractAddress as Address
  const { factory } = world.chain
  const nextDue = Math.floor(Date.parse(input.startFrom) / 1000) + 30 * 86_400
  await makeUp((block) => chargeOf(block, { factory, contract, nextDue }))
  await pollBlocks(3)
  expect(await isOpen('chain.doubted')).toBe(true)
  sayTruth()
  if (blocksGone) await reorg(world.direct, blocksGone)
  await pollBlocks(2)
  expect(await isOpen('chain.refuted')).toBe(isRefuted)
  expect(await isOpen('chain.doubted')).toBe(false)
})

test('a doubt that a person has resolved stays resolved when nodes agree on other money of the payment', async () => {
  const payment = await begin(2)
  await makeUpMoney(payment)
  await pollBlocks(3)
  expect(await isOpen('chain.doubted')).toBe(true)
  await resolve()
  await pay(world, payer, payment, unit)
  const agreed = async () =>
    (await world.database.pool.query('select 1 from deposit_log where agreed')).rows.length
  await pollBlocks(3)
  expect(await agreed()).toBe(1)
  expect(await isOpen('chain.doubted')).toBe(false)
})

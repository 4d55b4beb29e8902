/** One node of three tells of a true transfer, in its very place, as a log of another token, which is only shown. */
import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  type Hash,
  type Hex,
  pad,
} from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { depositFactoryAbi } from '../../src/chain/abi/deposit-factory.ts'
import { checkBalances } from '../../src/reader/deposits/balance-round.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { passEverywhere } from '../support/settle.ts'
import { otherHash } from './altered-answers.ts'
import { mineBlock, reorgFrom, signedOf } from './dev-node.ts'
import { newPayer, type Payer, unit } from './payers.ts'
import { pay, paymentOf, request, reportsTo } from './payments.ts'
import type { Behaviour } from './rpc-proxy.ts'
import { createNodesWorld, pollUntil } from './several-nodes.ts'
import { deployFake } from './strange-tokens.ts'
import type { World } from './world.ts'

const amount = 10n * unit
const junk: Address = '0x000000000000000000000000000000000000dEaD'
const askAgainMs = 6_000
const honest: Behaviour = () => undefined

let nodes: Awaited<ReturnType<typeof createNodesWorld>>
let world: World
let payer: Payer
beforeEach(async () => {
  nodes = await createNodesWorld(3, { confirmations: 2 })
  ;({ world } = nodes)
  payer = await newPayer(world, 1_000n * unit)
  await pollBy(0)
})
afterEach(() => nodes?.stop())

const pollBy = (index: number) => pollOnce(world, world.chain.nodes[index]!)
async function mineBlocks(count: number): Promise<void> {
  for (let block = 0; block < count; block++) await mineBlock(world.direct)
}

type Log = { topics: string[] }

/** Keeps back what came to an address where the token's logs are asked for, and puts another token's in its place elsewhere. */
const shadowing =
  (to: string, changes: object): Behaviour =>
  async ({ method, params }, pass) => {
    if (method !== 'eth_getLogs') return undefined
    const answer = await pass()
    if (!Array.isArray(answer.result)) return answer
    const isOurs = ({ topics }: Log) => topics[2]?.toLowerCase() === pad(to as Hex).toLowerCase()
    const isOfTokens = 'address' in (params[0] as object)
    const tell = (log: Log) =>
      isOurs(log) ? (isOfTokens && !('topics' in changes) ? [] : [{ ...log, ...changes }]) : [log]
    return { result: (answer.result as Log[]).flatMap(tell) }
  }

/** What the factory of deposits would log if another token had been swept out of the address. */
function sweepOfJunk(deposit: Address, receiver: Address): object {
  const topics = encodeEventTopics({
    abi: depositFactoryAbi,
    eventName: 'Swept',
    args: { deposit, token: junk, receiver },
  })
  const data = encodeAbiParameters([{ type: 'uint256' }], [1n])
  return { address: world.chain.depositFactory, topics, data }
}

const stored = async () =>
  (await world.database.pool.query('select token, status, agreed from deposit_log')).rows
const tokensStored = async () => (await stored()).map(({ token }) => token)
const isPaid = (payment: { id: string }) => async () =>
  (await paymentOf(world, payment)).status === 'Succeeded'
const confirmedOf = async (payment: { id: string }) =>
  (await reportsTo(world, payment)).map(({ inTime }) => inTime.confirmed)

test('money that a node tells as a transfer of another token counts as soon as another node reads its block (P6)', async () => {
  const payment = await request(world)
  await pay(world, payer, payment, amount)
  nodes.proxies[0]!.behaviour = shadowing(payment.depositAddress, { address: junk })
  await pollBy(0)
  expect(await tokensStored()).toEqual([junk])
  nodes.proxies[0]!.behaviour = honest
  for (let block = 0; block < 2; block++) {
    await mineBlocks(1)
    await pollBy(1)
  }
  expect(await tokensStored()).toEqual([payment.token])
  await pollUntil(world, 'paid', isPaid(payment))
})

test('money that a node tells as a sweep of another token, which nodes are not asked about, is found by its balance and counts (P6)', async () => {
  const payment = await request(world)
  await pay(world, payer, payment, amount)
  const { depositAddress, receiver } = payment
  const sweep = sweepOfJunk(depositAddress as Address, receiver as Address)
  nodes.proxies[0]!.behaviour = shadowing(depositAddress, sweep)
  for (let round = 0; round < 2; round++) {
    await pollBy(0)
    await mineBlocks(8)
  }
  await pollBy(0)
  nodes.proxies[0]!.behaviour = honest
  await pollBy(0)
  expect(await tokensStored()).toEqual([junk])
  await world.database.pool.query('update deposit_watch set check_at = now()')
  await checkBalances(world, world.chain.nodes[1]!)
  await mineBlocks(1)
  await pollBy(1)
  await pollUntil(world, 'paid', isPaid(payment))
})

/** Has credited money mined again, and told as of another token by one node; expects it to stay credited all the time. */
async function expectStaysCredited(changes: object): Promise<void> {
  const payment = await request(world)
  const hash: Hash = await pay(world, payer, payment, amount)
  await mineBlocks(3)
  await pollUntil(world, 'paid', isPaid(payment))
  await reorgFrom(world.direct, hash, [await signedOf(world.direct, hash)])
  await mineBlocks(8)
  nodes.proxies[0]!.behaviour = shadowing(payment.depositAddress, { address: junk, ...changes })
  await expect(pollBy(0)).rejects.toThrow('kept back logs of block')
  nodes.proxies[0]!.behaviour = honest
  for (let round = 0; round < 2; round++) {
    await passEverywhere(askAgainMs)
    await mineBlocks(1)
    await pollBy(1)
  }
  const { rows } = await world.database.pool.query(
    `select credited, status, agreed from deposit_log where status <> 'Reorged'`,
  )
  expect(rows).toEqual([{ credited: String(amount), status: 'Confirmed', agreed: true }])
  const confirmed = await confirmedOf(payment)
  expect(confirmed.slice(confirmed.indexOf(String(amount)))).not.toContain('0')
}

test('credited money that is mined again, and that a node tells as another token of its transaction, stays credited (P6)', () =>
  expectStaysCredited({}))

test('credited money that is mined again, and that a node tells as another token of another transaction, stays credited (P6)', () =>
  expectStaysCredited({ transactionHash: otherHash }))

test('money that nodes agree on is not replaced by what one of them tells of another token in its place (P6)', async () => {
  const payment = await request(world)
  await pay(world, payer, payment, amount)
  await mineBlocks(2)
  await pollUntil(world, 'paid', isPaid(payment))
  nodes.proxies[0]!.behaviour = shadowing(payment.depositAddress, { address: junk })
  await mineBlocks(1)
  await pollBy(0)
  expect(await tokensStored()).toEqual([payment.token])
  expect((await confirmedOf(payment)).at(-1)).toBe(String(amount))
})

test('money that one node makes up in the place of another token is only seen, until the other nodes deny it (P6)', async () => {
  const payment = await request(world)
  const shown = await deployFake(world, payer, amount)
  await pay(world, payer, payment, amount, shown)
  await mineBlocks(2)
  await pollBy(1)
  expect(await stored()).toEqual([{ token: shown, status: 'Confirmed', agreed: true }])
  nodes.proxies[0]!.behaviour = shadowing(payment.depositAddress, { address: payment.token })
  await mineBlocks(1)
  await expect(pollBy(0)).rejects.toThrow('that others deny')
  expect(await stored()).toEqual([{ token: payment.token, status: 'Reorged', agreed: false }])
  await pollBy(1)
  expect(await stored()).toEqual([{ token: shown, status: 'Confirmed', agreed: true }])
  expect(await confirmedOf(payment)).not.toContain(String(amount))
})

/** Money of which less counts than nodes agree came: what covers it is asked again, and what hides it is searched for. */
import { type Address, type Hex, pad, toFunctionSelector } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { checkBalances } from '../../src/reader/deposits/balance-round.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { mineBlock } from './dev-node.ts'
import { answering } from './lies.ts'
import { newPayer, type Payer, sendFrom, tokenOf, unit } from './payers.ts'
import { pay, paymentOf, request, reportsTo, sweepCall, untilPaymentState } from './payments.ts'
import type { Behaviour, RpcProxy } from './rpc-proxy.ts'
import { createNodesWorld } from './several-nodes.ts'
import { deployHostileToken } from './strange-tokens.ts'
import type { World } from './world.ts'

const amount = 10n * unit
const honest: Behaviour = () => undefined

let nodes: Awaited<ReturnType<typeof createNodesWorld>>
let world: World
let payer: Payer
let proxy: RpcProxy

async function begin(nodesCount: number): Promise<void> {
  nodes = await createNodesWorld(nodesCount, { confirmations: 2 })
  world = nodes.world
  proxy = nodes.proxies[0]!
  // Addresses of a local chain are checked every minute anyway.
  Object.assign(world.chain, { embedded: false })
  payer = await newPayer(world, 1_000n * unit)
  await poll()
}
afterEach(() => nodes?.stop())

const poll = () => pollOnce(world, world.chain.nodes[0]!)

async function pollTwoBlocks(): Promise<void> {
  for (let block = 0; block < 2; block++) {
    await mineBlock(world.direct)
    await poll()
  }
}

/** Runs a round of checks after so many minutes of real time, as far as addresses are due by then. */
async function checkAfter(minutes: number): Promise<void> {
  await world.database.pool.query(
    `update deposit_watch set check_at = check_at - $1 * interval '1 minute',
       search_anew_at = search_anew_at - $1 * interval '1 minute'`,
    [minutes],
  )
  await checkBalances(world, world.chain.nodes[0]!)
}

const confirmedOf = async (payment: { id: string }) =>
  (await reportsTo(world, payment)).at(-1)?.inTime.confirmed

const anomalies = async () =>
  (
    await world.database.pool.query(
      `select event->>'type' as type, event->>'amount' as amount, resolved_at is null as "isOpen" from anomaly`,
    )
  ).rows

/** An address holds nothing, by the node's word. */
const denyingBalance = (holder: string): Behaviour =>
  answering({
    to: tokenOf(world),
    data: `${toFunctionSelector('balanceOf(address)')}${pad(holder as Address).slice(2)}` as Hex,
    answer: pad('0x0', { size: 32 }),
  })

test('money that the only node denied for a moment counts a minute later', async () => {
  await begin(1)
  const payment = await request(world)
  await pay(world, payer, payment, amount)
  proxy.behaviour = denyingBalance(payment.depositAddress)
  await pollTwoBlocks()
  expect(await confirmedOf(payment)).toBe('0')

  proxy.behaviour = honest
  await checkAfter(1)
  await poll()
  await untilPaymentState(world, payment, 'Succeeded.Exact')
  expect(await anomalies()).toEqual([])
})

/** Gives no sweeps; everything else is true. */
const withholdingSweeps: Behaviour = async ({ method }, pass) => {
  if (method !== 'eth_getLogs') return undefined
  const { result } = (await pass()) as { result: { address: string }[] }
  const factory = world.chain.depositFactory.toLowerCase()
  return { result: result.filter(({ address }) => address.toLowerCase() !== factory) }
}

async function paidAndSweptUnseen() {
  const payment = await request(world)
  proxy.behaviour = withholdingSweeps
  await pay(world, payer, payment, amount)
  await sendFrom(world, payer, sweepCall(world, payment))
  await pollTwoBlocks()
  expect(await confirmedOf(payment)).toBe('0')
  await checkAfter(1)
  await pollTwoBlocks()
  return payment
}

test('money counts though one of two nodes keeps back the sweep that took it on before it was confirmed', async () => {
  await begin(2)
  await untilPaymentState(world, await paidAndSweptUnseen(), 'Succeeded.Exact')
  expect(await anomalies()).toEqual([])
})

test('a sweep that the only node keeps back is noted as missing money, which counts when the node gives it', async () => {
  await begin(1)
  const payment = await paidAndSweptUnseen()
  const noted = { type: 'chain.uncovered', amount: String(amount) }
  expect(await anomalies()).toEqual([{ ...noted, isOpen: true }])

  proxy.behaviour = honest
  await checkAfter(60)
  await pollTwoBlocks()
  await untilPaymentState(world, payment, 'Succeeded.Exact')
  expect(await anomalies()).toEqual([{ ...noted, isOpen: false }])
})

test('what a token logs and does not move is noted, searched for once, and then ever more rarely', async () => {
  await begin(1)
  const { address } = await deployHostileToken(world, payer, 'BoastingToken', 100n * unit)
  const [asset] = world.chain.assets
  world.chain.assets.push({ ...asset!, address, code: 'BOAST' })
  const payment = await request(world, { token: address })
  await pay(world, payer, payment, unit, address)
  await pollTwoBlocks()
  let searches = 0
  proxy.behaviour = ({ method }) => void (searches += Number(method === 'eth_getLogs'))
  const searchesAfter = async (minutes: number) => {
    searches = 0
    await checkAfter(minutes)
    return searches
  }
  expect(await searchesAfter(1)).toBeGreaterThan(0)
  expect(await anomalies()).toEqual([
    { type: 'chain.uncovered', amount: String(9n * unit), isOpen: true },
  ])
  await pollTwoBlocks()
  expect(await searchesAfter(59)).toBe(0)
  await world.database.pool.query(
    `update deposit_watch set created_at = created_at - interval '3 days'`,
  )
  expect(await searchesAfter(60)).toBeGreaterThan(0)
  expect(await searchesAfter(3 * 24 * 60 - 1)).toBe(0)
  expect(await searchesAfter(60)).toBeGreaterThan(0)

  await poll()
  expect((await reportsTo(world, payment)).map(({ inTime }) => inTime.confirmed)).toEqual([
    String(unit),
  ])
  await world.database.pool.query('update anomaly set resolved_at = now()')
  await checkAfter(60)
  expect(await anomalies()).toMatchObject([{ isOpen: false }])
  await pay(world, payer, payment, unit, address)
  await pollTwoBlocks()
  await checkAfter(60)
  expect(await anomalies()).toMatchObject([{ amount: String(18n * unit), isOpen: true }])
  expect((await paymentOf(world, payment)).status).toBe('InProgress')
})

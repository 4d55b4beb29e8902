/** One of two nodes says that credited blocks are gone: nothing is taken back by its word alone. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { look } from '../../src/chain/look.ts'
import { loadCursor } from '../../src/chain/cursor-store.ts'
import { mineBlock, reorg } from './dev-node.ts'
import { newPayer, type Payer, unit } from './payers.ts'
import { pay, paymentOf, request, untilPaymentState, wordsTo } from './payments.ts'
import type { Behaviour, RpcProxy } from './rpc-proxy.ts'
import { createTwoNodeWorld, lookUntil as lookUntilBoth } from './several-nodes.ts'
import type { World } from './world.ts'

const amount = 10n * unit
const emptyBloom = `0x${'00'.repeat(256)}`
const otherHash = `0x${'ee'.repeat(32)}`
const deniedBlocks = 3

let nodes: Awaited<ReturnType<typeof createTwoNodeWorld>>
let world: World
let payer: Payer
let proxies: RpcProxy[]

beforeEach(async () => {
  nodes = await createTwoNodeWorld()
  ;({ world, proxies } = nodes)
  payer = await newPayer(world, 1_000n * unit)
})
afterEach(() => nodes?.stop())

const lookBy = (index: number) => look(world, world.chain.nodes[index]!)
const lookUntil = (what: string, isSo: () => Promise<boolean>) => lookUntilBoth(world, what, isSo)

async function creditedPayment() {
  await lookBy(0)
  const payment = await request(world)
  await pay(world, payer, payment, amount)
  await lookBy(0)
  await lookBy(0)
  await untilPaymentState(world, payment, 'Succeeded.Exact')
  return payment
}

const anomalyCount = async () => {
  const { rows } = await world.database.pool.query<{ what: string }>(
    'select what from node_anomaly',
  )
  return rows.length
}

/** Another hash for the newest blocks up to the cursor, until it is believed; then no logs any more. */
async function denyingBlocks(): Promise<Behaviour> {
  const { blockNumber } = (await loadCursor(world.database.pool, world.chain.name))!
  let isBelieved = false
  return async ({ method, params }, pass) => {
    if (method === 'eth_getLogs') return { result: [] }
    if (method !== 'eth_getBlockByNumber') return undefined
    const number = Number(params[0])
    if (number <= blockNumber - deniedBlocks) isBelieved = true
    const { result } = (await pass()) as { result: object | null }
    if (!result) return { result }
    const isDenied = !isBelieved && number <= blockNumber
    return { result: { ...result, ...(isDenied && { hash: otherHash }), logsBloom: emptyBloom } }
  }
}

const confirmedOf = async (payment: { id: string }) =>
  new Set((await wordsTo(world, payment)).map(({ inTime }) => inTime.confirmed))

test('while another node holds the blocks, one node alone does not make the watcher go back', async () => {
  const payment = await creditedPayment()
  const before = await confirmedOf(payment)
  for (let block = 0; block < 3; block++) await mineBlock(world.direct)
  proxies[0]!.behaviour = await denyingBlocks()
  await expect(lookBy(0)).rejects.toThrow('was reorganised away, while')
  await lookBy(1)
  expect((await paymentOf(world, payment)).status).toBe('Succeeded')
  expect(await confirmedOf(payment)).toEqual(before)
  expect(await anomalyCount()).toBe(1)
})

test('what it took back while the other was silent stays credited, also when both are back', async () => {
  const payment = await creditedPayment()
  const before = await confirmedOf(payment)
  for (let block = 0; block < 3; block++) await mineBlock(world.direct)
  proxies[1]!.isDown = true
  proxies[0]!.behaviour = await denyingBlocks()
  await lookBy(0)
  const { rows } = await world.database.pool.query('select status from deposit_log')
  expect(rows).toEqual([{ status: 'Retracting' }])
  expect(await confirmedOf(payment)).toEqual(before)

  proxies[1]!.isDown = false
  await lookUntil('the deposit counts again', async () => {
    const found = await world.database.pool.query('select status from deposit_log')
    return found.rows[0]!.status === 'Confirmed'
  })
  expect((await paymentOf(world, payment)).status).toBe('Succeeded')
  expect(await confirmedOf(payment)).toEqual(before)
})

test('what both nodes have reorganised away is taken back', async () => {
  const payment = await creditedPayment()
  await reorg(world.direct, 2)
  for (let block = 0; block < 3; block++) await mineBlock(world.direct)
  await lookUntil('it is taken back', async () => {
    return (await wordsTo(world, payment)).at(-1)!.inTime.confirmed === '0'
  })
})

/** The node that is read from keeps back what moved at deposit addresses; the other node tells it. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { look } from '../../src/chain/look.ts'
import { mineBlock } from './dev-node.ts'
import { newPayer, type Payer, sendFrom, unit } from './payers.ts'
import { pay, paymentOf, request, sweepCall, untilPaymentState, wordsTo } from './payments.ts'
import type { RpcProxy } from './rpc-proxy.ts'
import { createTwoNodeWorld, lookUntil } from './several-nodes.ts'
import { lookByFirst, withholding } from './withholding.ts'
import type { World } from './world.ts'

const amount = 10n * unit
/** More than are read a second time. */
const withheldBlocks = 6

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

const lookBySecond = () => look(world, world.chain.nodes[1]!)

/** What the first node tells of these blocks has no logs; then it is honest again. */
async function withholdFromFirst(happen: () => Promise<unknown>): Promise<void> {
  proxies[0]!.behaviour = withholding
  await happen()
  for (let block = 0; block < withheldBlocks; block++) {
    await lookByFirst(world)
    await mineBlock(world.direct)
  }
  await lookByFirst(world)
  proxies[0]!.behaviour = () => undefined
}

async function creditedPayment() {
  await lookByFirst(world)
  const payment = await request(world)
  await pay(world, payer, payment, amount)
  await lookByFirst(world)
  await lookBySecond()
  await untilPaymentState(world, payment, 'Succeeded.Exact')
  return payment
}

const confirmedOf = async (payment: { id: string }) =>
  (await wordsTo(world, payment)).map(({ inTime }) => inTime.confirmed)

test('what was credited stays though a sweep was kept back and more comes', async () => {
  const payment = await creditedPayment()
  await withholdFromFirst(() => sendFrom(world, payer, sweepCall(world, payment)))
  const before = (await wordsTo(world, payment)).length
  await pay(world, payer, payment, 1n)
  await mineBlock(world.direct)
  await lookUntil(world, 'the next transfer is told', async () => {
    const { rows } = await world.database.pool.query<{ status: string }>(
      'select status from deposit_log order by block_number',
    )
    const isTold = (await wordsTo(world, payment)).length > before
    return isTold && rows.length === 2 && rows.every(({ status }) => status === 'Confirmed')
  })
  const told = (await confirmedOf(payment)).slice(before)
  expect(new Set(told)).toEqual(new Set([String(amount)]))
  expect((await paymentOf(world, payment)).status).toBe('Succeeded')
})

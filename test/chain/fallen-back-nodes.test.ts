/** Nodes that agreed on a deposit and then fall back behind it: their balances of before say nothing of it. */
import { afterEach, expect, test } from 'vitest'
import { checkBalances } from '../../src/reader/deposits/balance-round.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { mineBlock } from './dev-node.ts'
import { newPayer, unit } from './payers.ts'
import { pay, request, reportsTo, untilPaymentState } from './payments.ts'
import type { Behaviour, RpcProxy } from './rpc-proxy.ts'
import { createNodesWorld } from './several-nodes.ts'
import type { World } from './world.ts'

let nodes: Awaited<ReturnType<typeof createNodesWorld>>
let world: World
let proxies: RpcProxy[]

afterEach(() => nodes?.stop())

const poll = () => pollOnce(world, world.chain.nodes[0]!)

const honest: Behaviour = () => undefined

/** Its newest block is an old one; what it says of the blocks up to there is true. */
const behindBy =
  (blocks: number): Behaviour =>
  async ({ method, params }, pass) => {
    if (method !== 'eth_getBlockByNumber' || params[0] !== 'latest') return undefined
    const { result } = (await pass()) as { result: { number: string } }
    return pass({ params: [`0x${(Number(result.number) - blocks).toString(16)}`, false] })
  }

const answeringNoCalls: Behaviour = async ({ method }) =>
  method === 'eth_call' ? { error: { code: -32000, message: 'header not found' } } : undefined

/** A payment as deep as is asked for, which is not polled yet. */
async function paidWithNodes(nodesCount: number) {
  nodes = await createNodesWorld(nodesCount, { confirmations: 2 })
  ;({ world, proxies } = nodes)
  const payer = await newPayer(world, 100n * unit)
  for (let block = 0; block < 6; block++) await mineBlock(world.direct)
  await poll()
  const payment = await request(world)
  await pay(world, payer, payment, 10n * unit)
  await mineBlock(world.direct)
  return payment
}

/** Nothing was told while nodes were behind, and everything once they have caught up. */
async function expectToWait(payment: { id: string }): Promise<void> {
  const { rows } = await world.database.pool.query('select agreed, status from deposit_log')
  expect(rows).toEqual([{ agreed: true, status: 'Seen' }])
  await poll()
  expect(await reportsTo(world, payment)).toEqual([])

  for (const proxy of proxies) Object.assign(proxy, { behaviour: honest, isDown: false })
  await poll()
  await untilPaymentState(world, payment, 'Succeeded.Exact')
}

test('money waits where the other node agreed on its log, answered no call, and fell back', async () => {
  const payment = await paidWithNodes(2)
  proxies[1]!.behaviour = answeringNoCalls
  await poll()
  proxies[1]!.behaviour = behindBy(2)
  await expectToWait(payment)
})

test('money waits where one of three nodes agreed on its log and fell silent, and another is behind', async () => {
  const payment = await paidWithNodes(3)
  proxies[1]!.behaviour = answeringNoCalls
  proxies[2]!.behaviour = behindBy(5)
  await poll()
  proxies[1]!.isDown = true
  await expectToWait(payment)
})

test('money waits where a poll was cut short between agreement and report, and the other node fell back', async () => {
  const payment = await paidWithNodes(2)
  proxies[0]!.behaviour = async ({ method }) =>
    method === 'eth_call' ? { status: 500, body: 'cut short' } : undefined
  await expect(poll()).rejects.toThrow('balances cannot be read')
  proxies[0]!.behaviour = honest
  proxies[1]!.behaviour = behindBy(2)
  await expectToWait(payment)
})

test('money that counts does not seem to be missing while a node is behind it', async () => {
  const payment = await paidWithNodes(2)
  await poll()
  await untilPaymentState(world, payment, 'Succeeded.Exact')
  proxies[1]!.behaviour = behindBy(2)
  await world.database.pool.query('update deposit_watch set check_at = now()')
  await checkBalances(world, world.chain.nodes[0]!)
  expect((await world.database.pool.query('select reason from anomaly')).rows).toEqual([])
})

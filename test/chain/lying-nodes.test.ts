/**
 * One of two nodes lies, is silent or is behind: nothing is credited by one node alone, and nothing
 * is lost.
 */
import type { Address } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import { readHeader } from '../../src/chain/blocks.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { saltIdOf, termsOf } from '../../src/chain/rows/subscriptions.ts'
import { listStuck } from '../../src/store/views/stuck.ts'
import { passEverywhere } from '../support/settle.ts'
import { mineBlock, reorg } from './dev-node.ts'
import { chargeOf, lying, transferOf } from './lies.ts'
import { approve, newPayer, type Payer, sendFrom, subscribe, tokenOf, unit } from './payers.ts'
import { pay, paymentOf, request, untilPaymentState, reportsTo } from './payments.ts'
import type { Answer, Behaviour, RpcProxy } from './rpc-proxy.ts'
import { timesReported, untilState } from './until.ts'
import { createTwoNodeWorld, pollUntil as pollUntilBoth } from './several-nodes.ts'
import type { World } from './world.ts'

const amount = 10n * unit

let nodes: Awaited<ReturnType<typeof createTwoNodeWorld>>
let world: World
let payer: Payer
/** The nodes, in the order of the chains file. */
let proxies: RpcProxy[]

beforeEach(async () => {
  nodes = await createTwoNodeWorld()
  ;({ world, proxies } = nodes)
  payer = await newPayer(world, 1_000n * unit)
})
afterEach(() => nodes?.stop())

const pollBy = (index: number) => pollOnce(world, world.chain.nodes[index]!)
const pollUntil = (what: string, isSo: () => Promise<boolean>) => pollUntilBoth(world, what, isSo)
async function headOf() {
  const { number, hash } = (await readHeader(world.direct.nodes[0]!, 'latest'))!
  return { number, hash }
}
const confirmedSoFar = async (payment: { id: string }) =>
  (await reportsTo(world, payment)).map(({ inTime }) => inTime.confirmed)

async function anomaliesOf(entityId: string): Promise<{ type: string; reason: string }[]> {
  const { rows } = await world.database.pool.query<{ type: string; reason: string }>(
    `select event->>'type' as type, reason from anomaly where entity_id = $1 order by at`,
    [entityId],
  )
  return rows
}
/** Reads what the operator sees of chains on which nothing is credited. */
const waitsOf = async () => (await listStuck(world.database, world.clock.now())).creditWaits

// Which of the two it is makes no difference: what follows is tried with the second one.
test.each([
  ['first', 0, 1],
  ['second', 1, 0],
])(
  'money that only the %s of two nodes reports is seen, and not credited; the lie is found and real money counts (P12, P22)',
  async (_, liar, honest) => {
    await pollBy(honest)
    const payment = await request(world)
    const to = payment.depositAddress as Address
    await mineBlock(world.direct)
    const lie = transferOf(await headOf(), { token: tokenOf(world), to, amount })
    proxies[liar]!.behaviour = lying(lie)
    await pollBy(liar)
    await untilPaymentState(world, payment, 'InProgress.Confirming')
    for (let block = 0; block < 3; block++) {
      await mineBlock(world.direct)
      await pollBy(liar)
      await pollBy(honest)
    }
    expect(new Set(await confirmedSoFar(payment))).toEqual(new Set(['0']))
    expect(await anomaliesOf(payment.id)).toEqual([
      { type: 'chain.doubted', reason: expect.stringContaining('not credited before they agree') },
    ])

    proxies[liar]!.behaviour = () => undefined
    await pollUntil('the lie is taken out', async () =>
      (await anomaliesOf(payment.id)).some(({ type }) => type === 'chain.refuted'),
    )
    await pollUntil('nothing is seen any more', async () => {
      return (await paymentOf(world, payment)).status === 'Created'
    })
    await pay(world, payer, payment, amount)
    await pollUntil('the payment has succeeded', async () => {
      return (await paymentOf(world, payment)).status === 'Succeeded'
    })
    expect((await reportsTo(world, payment)).at(-1)!.inTime.confirmed).toBe(String(amount))
  },
)

/** The node that lies, is silent or is behind, and the other one. */
const liar = 1
const honest = 0

test('a charge that only one node reports activates nothing, and a real one does (P22)', async () => {
  await pollBy(honest)
  const input = await subscribe(world, payer)
  const contract = input.contractAddress as Address
  await mineBlock(world.direct)
  const { factory } = world.chain
  const nextDue = Math.floor(Date.parse(input.startFrom) / 1000) + 30 * 86_400
  proxies[liar]!.behaviour = lying(chargeOf(await headOf(), { factory, contract, nextDue }))
  await pollBy(liar)
  for (let block = 0; block < 3; block++) {
    await mineBlock(world.direct)
    await pollBy(liar)
    await pollBy(honest)
  }
  expect(await anomaliesOf(contract)).toMatchObject([{ type: 'chain.doubted' }])
  expect(await timesReported(world, contract, 'chain.charged')).toBe(0)

  proxies[liar]!.behaviour = () => undefined
  await approve(world, payer, contract, 120n * unit)
  await sendFrom(world, payer, {
    to: factory,
    abi: subscriptionFactoryAbi,
    name: 'activate',
    args: [termsOf(input), saltIdOf(input)],
  })
  await pollUntil('the true charge is reported', async () => {
    return (await timesReported(world, contract, 'chain.charged')) === 1
  })
  await untilState(world, contract, 'Active.Current')
})

test('a true transfer that one node denies waits, and counts once the node tells the truth (P22)', async () => {
  await pollBy(honest)
  const payment = await request(world)
  proxies[liar]!.behaviour = async ({ method }) => {
    if (method === 'eth_getTransactionReceipt') return { result: null }
    return method === 'eth_getLogs' ? { result: [] } : undefined
  }
  await pay(world, payer, payment, amount)
  await pollBy(honest)
  await untilPaymentState(world, payment, 'InProgress.Confirming')
  expect(await anomaliesOf(payment.id)).toMatchObject([{ type: 'chain.doubted' }])

  proxies[liar]!.behaviour = () => undefined
  await pollUntil('the payment has succeeded', async () => {
    return (await paymentOf(world, payment)).status === 'Succeeded'
  })
  const { rows } = await world.database.pool.query('select resolved_at from anomaly')
  expect(rows).toEqual([{ resolved_at: expect.anything() }])
})

test('what nodes say neither yes nor no to for more than a minute is shown, before it is credited and before it is taken back', async () => {
  const isShown = async (entityId: string) => {
    const { rows } = await world.database.pool.query(
      `select 1 from anomaly
       where event->>'type' = 'chain.doubted' and entity_id = $1 and resolved_at is null`,
      [entityId],
    )
    return rows.length > 0
  }
  const behaveAll = (behaviour: Behaviour) => {
    for (const proxy of proxies) proxy.behaviour = behaviour
  }
  const answeringReceiptsBy =
    (answer: Answer): Behaviour =>
    async ({ method }) =>
      method === 'eth_getTransactionReceipt' ? answer : undefined
  const isHonest: Behaviour = () => undefined
  await pollBy(honest)
  const payment = await request(world)
  await pay(world, payer, payment, amount)
  behaveAll(answeringReceiptsBy({ result: null }))
  await pollBy(honest)
  expect(await isShown(payment.id)).toBe(false)
  await passEverywhere(61_000)
  await pollUntil('the money that waits is shown', () => isShown(payment.id))
  behaveAll(isHonest)
  await pollUntil('the payment has succeeded', async () => {
    return (await paymentOf(world, payment)).status === 'Succeeded'
  })
  expect(await isShown(payment.id)).toBe(false)

  await reorg(world.direct, 1)
  behaveAll(answeringReceiptsBy({ error: { code: -32000, message: 'the index is gone' } }))
  await mineBlock(world.direct)
  await pollUntil('the money that may be gone is shown', () => isShown(payment.id))
  behaveAll(isHonest)
  await pollUntil('it is taken back', async () => {
    return (await reportsTo(world, payment)).at(-1)!.inTime.confirmed === '0'
  })
  expect(await isShown(payment.id)).toBe(false)
})

test('while one node is silent, money is seen and waits, and the operator sees why', async () => {
  await pollBy(honest)
  const payment = await request(world)
  await pay(world, payer, payment, amount)
  proxies[liar]!.isDown = true
  await pollBy(honest)
  await untilPaymentState(world, payment, 'InProgress.Confirming')
  await mineBlock(world.direct)
  await pollBy(honest)
  expect(await confirmedSoFar(payment)).toEqual(['0'])
  expect(await waitsOf()).toMatchObject([
    { reason: 'NodesSilent', detail: expect.stringContaining(new URL(proxies[liar]!.url).host) },
  ])

  proxies[liar]!.isDown = false
  await pollBy(honest)
  await untilPaymentState(world, payment, 'Succeeded.Exact')
  expect(await waitsOf()).toEqual([])
})

test('while one node is behind, money waits until it has caught up', async () => {
  await pollBy(honest)
  const payment = await request(world)
  const before = await headOf()
  await pay(world, payer, payment, amount)
  proxies[liar]!.behaviour = async ({ method, params }, pass) =>
    method === 'eth_getBlockByNumber' && params[0] === 'latest'
      ? pass({ params: [`0x${before.number.toString(16)}`, false] })
      : undefined
  for (let block = 0; block < 11; block++) await mineBlock(world.direct)
  await pollBy(honest)
  await untilPaymentState(world, payment, 'InProgress.Confirming')
  expect(await waitsOf()).toMatchObject([{ reason: 'NodesBehind' }])

  proxies[liar]!.behaviour = () => undefined
  await pollBy(honest)
  await untilPaymentState(world, payment, 'Succeeded.Exact')
  expect(await waitsOf()).toEqual([])
})

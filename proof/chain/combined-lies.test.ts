/** Several faults of the nodes at once: no money is made up, lost or stuck once they are honest. */
import type { Address } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { readHeader } from '../../src/chain/blocks.ts'
import { loadCursor } from '../../src/chain/rows/cursor.ts'
import { checkBalances } from '../../src/reader/deposits/balance-round.ts'
import { noteFinishedPoll } from '../../src/reader/finished-polls.ts'
import { elapsedMs } from '../../src/shared/time.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { alteringHeaders } from '../../test/chain/altered-answers.ts'
import { mineBlock } from '../../test/chain/dev-node.ts'
import { lying, transferOf } from '../../test/chain/lies.ts'
import { newPayer, type Payer, tokenOf, unit } from '../../test/chain/payers.ts'
import { pay, paymentOf, request, untilPaymentState, reportsTo } from '../../test/chain/payments.ts'
import type { Behaviour, RpcProxy } from '../../test/chain/rpc-proxy.ts'
import { createNodesWorld, pollUntil } from '../../test/chain/several-nodes.ts'
import { until } from '../../test/chain/until.ts'
import type { World, WorldSettings } from '../../test/chain/world.ts'

const amount = 10n * unit
const patienceMs = 20_000
/** The hashes of a node's own blocks end like this. */
const forkEnding = 'eeeeeeee'
const onFork = (hash: string): string => hash.replace(/.{8}$/, forkEnding)
const honest: Behaviour = () => undefined

let nodes: Awaited<ReturnType<typeof createNodesWorld>>
let world: World
let payer: Payer
let proxies: RpcProxy[]

async function begin(nodesCount: number, settings: WorldSettings = {}): Promise<void> {
  nodes = await createNodesWorld(nodesCount, settings)
  ;({ world, proxies } = nodes)
  // The embedded node may go back at will; these nodes are those of a public chain.
  Object.assign(world.chain, { embedded: false })
  payer = await newPayer(world, 1_000n * unit)
}
afterEach(() => nodes?.stop())

const pollBy = (index: number) => pollOnce(world, world.chain.nodes[index]!).catch(() => undefined)
async function pollByAll(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    for (const index of proxies.keys()) await pollBy(index)
    await mineBlock(world.direct)
  }
}
async function headOf() {
  const { number, hash } = (await readHeader(world.direct.nodes[0]!, 'latest'))!
  return { number, hash }
}
const confirmedOf = async (payment: { id: string }) =>
  new Set((await reportsTo(world, payment)).map(({ inTime }) => inTime.confirmed))
const untilSucceeded = (payment: { id: string }) =>
  pollUntil(world, 'the payment has succeeded', async () => {
    const { status, context } = await paymentOf(world, payment)
    return status === 'Succeeded' && context.inTime.confirmed === String(amount)
  })
const forgedMoney = async (payment: { depositAddress: string }, much: bigint) =>
  lying(
    transferOf(await headOf(), {
      token: tokenOf(world),
      to: payment.depositAddress as Address,
      amount: much,
    }),
  )

test('two of three nodes tell different lies about the same money: neither counts, the truth does', async () => {
  await begin(3)
  await pollBy(2)
  const payment = await request(world)
  await mineBlock(world.direct)
  proxies[0]!.behaviour = await forgedMoney(payment, amount)
  proxies[1]!.behaviour = await forgedMoney(payment, 2n * amount)
  await pollByAll(4)
  expect(await confirmedOf(payment)).not.toContain(String(amount))
  expect(await confirmedOf(payment)).not.toContain(String(2n * amount))

  await pay(world, payer, payment, amount)
  for (const proxy of proxies) proxy.behaviour = honest
  await untilSucceeded(payment)
})

describe.each([
  ['first', 0, 1],
  ['second', 1, 0],
])('where the %s of two nodes lies', (_, liar, other) => {
  test('money that one node agreed on before it lies stays, and the next money waits for it', async () => {
    await begin(2)
    await pollBy(other)
    const [before, after] = [await request(world), await request(world)]
    await pay(world, payer, before, amount)
    await untilSucceeded(before)
    proxies[liar]!.behaviour = async ({ method }, pass) => {
      if (method === 'eth_getTransactionReceipt') return { result: null }
      if (method === 'eth_getLogs') return { result: [] }
      return alteringHeaders(({ timestamp }) => ({
        timestamp: `0x${(Number(timestamp) + 86_400).toString(16)}`,
      }))({ id: 0, method, params: [] }, pass)
    }
    await pay(world, payer, after, amount)
    await pollByAll(4)
    expect((await paymentOf(world, before)).status).toBe('Succeeded')
    expect(await confirmedOf(after)).not.toContain(String(amount))

    proxies[liar]!.behaviour = honest
    await pollByAll(1)
    // Money in logs that the node being read kept back is found by the address's balance.
    await world.database.pool.query('update deposit_watch set check_at = now()')
    await checkBalances(world, world.chain.nodes[other]!)
    await untilSucceeded(after)
    expect((await paymentOf(world, before)).status).toBe('Succeeded')
  })

  test('after one node was silent, money that came meanwhile counts once, and money that it makes up does not', async () => {
    await begin(2)
    await pollBy(other)
    const [paid, made] = [await request(world), await request(world)]
    proxies[liar]!.isDown = true
    await pay(world, payer, paid, amount)
    await pollByAll(3)
    expect(await confirmedOf(paid)).not.toContain(String(amount))
    proxies[liar]!.behaviour = await forgedMoney(made, amount)
    proxies[liar]!.isDown = false
    await pollByAll(2)
    await untilSucceeded(paid)
    expect(await confirmedOf(made)).not.toContain(String(amount))

    proxies[liar]!.behaviour = honest
    await pay(world, payer, made, amount)
    await untilSucceeded(made)
  })
})

/** A node whose newest block is always one behind. */
const oneBehind: Behaviour = async ({ method, params }, pass) => {
  if (method !== 'eth_getBlockByNumber' || params[0] !== 'latest') return undefined
  const { result } = (await pass()) as { result: { number: string } }
  return pass({ params: [`0x${(Number(result.number) - 1).toString(16)}`, false] })
}

test.each([0, 1, 2])(
  'node %i of three is always one block behind, another one is silent: money counts one block later',
  async (late) => {
    await begin(3)
    await pollBy((late + 1) % 3)
    const payment = await request(world)
    proxies[late]!.behaviour = oneBehind
    proxies[(late + 2) % 3]!.isDown = true
    await pay(world, payer, payment, amount)
    await mineBlock(world.direct)
    await untilSucceeded(payment)
  },
)

/** A node whose newest block is another one than the others', until the next block comes. */
function onOwnFork(): Behaviour {
  const realByOwn = new Map<string, string>()
  return async ({ method, params }, pass) => {
    if (method === 'eth_call') {
      const { blockHash } = (params[1] ?? {}) as { blockHash?: string }
      const real = realByOwn.get(blockHash ?? '')
      return real ? pass({ params: [params[0], { blockHash: real }] }) : undefined
    }
    if (method !== 'eth_getBlockByNumber') return undefined
    const latest = { method, params: ['latest', false] }
    const newest = (await pass(latest)).result as { number: string }
    const isNewest = params[0] === 'latest' || params[0] === newest.number
    const { result } = (await pass()) as { result: { hash: string } | null }
    if (!result || !isNewest) return { result }
    const hash = onFork(result.hash)
    realByOwn.set(hash, result.hash)
    return { result: { ...result, hash } }
  }
}

async function isReadOnFork(): Promise<boolean> {
  await pollBy(0)
  const cursor = await loadCursor(world.database.pool, world.chain.name)
  return cursor!.blockHash.endsWith(forkEnding)
}

test.each([2, 3])(
  'of %i nodes one is on a fork of one block at every head: money counts, once',
  async (count) => {
    await begin(count)
    await pollBy(0)
    const payment = await request(world)
    proxies[0]!.behaviour = onOwnFork()
    await pay(world, payer, payment, amount)
    await pollByAll(6)
    expect(await confirmedOf(payment)).toContain(String(amount))
    proxies[0]!.behaviour = honest
    await untilSucceeded(payment)
    const reports = (await reportsTo(world, payment)).map(({ inTime }) => inTime.seen)
    expect(new Set(reports)).toEqual(new Set([String(amount)]))
  },
)

test('a node that led to a block of its own and fails since then stops the other for a minute only', async () => {
  await begin(2)
  await pollBy(1)
  const payment = await request(world)
  const fork = onOwnFork()
  proxies[0]!.behaviour = fork
  await mineBlock(world.direct)
  await until('the chain is read on its own fork', isReadOnFork, patienceMs)
  const own = await headOf()
  const ownHash = onFork(own.hash)
  proxies[0]!.behaviour = async ({ method, params }, pass) => {
    if (method !== 'eth_getBlockByNumber') return { status: 500, body: 'ill' }
    const { result } = (await pass()) as { result: { number: string } | null }
    const isOwn = params[0] === 'latest' || Number(result?.number) === own.number
    return isOwn
      ? { result: { ...result, number: `0x${own.number.toString(16)}`, hash: ownHash } }
      : { result }
  }
  await pay(world, payer, payment, amount)
  const pollByOther = () => pollOnce(world, world.chain.nodes[1]!)
  await expect(pollByOther()).rejects.toThrow('was reorganised away, while')
  noteFinishedPoll(world.chain, elapsedMs() - 61_000)
  await pollByOther()
  await untilPaymentState(world, payment, 'InProgress.Confirming')

  proxies[0]!.behaviour = honest
  await untilSucceeded(payment)
})

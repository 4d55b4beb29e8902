/**
 * One node reports true money with something changed: no node alone decides when it came, how deep
 * it is, whose it is or from whom.
 */
import { type Address, getAddress, type Hex, numberToHex, pad } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { readHeader } from '../../src/chain/blocks.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { alteringHeaders, alteringLogs, type RawRpcLog } from '../../test/chain/altered-answers.ts'
import { command, mineBlock } from '../../test/chain/dev-node.ts'
import { newPayer, type Payer, sendFrom, unit } from '../../test/chain/payers.ts'
import {
  pay,
  paymentOf,
  request,
  sweepCall,
  untilPaymentState,
  reportsTo,
} from '../../test/chain/payments.ts'
import type { RpcProxy } from '../../test/chain/rpc-proxy.ts'
import { createNodesWorld, pollUntil } from '../../test/chain/several-nodes.ts'
import { passDays, type World, type WorldSettings } from '../../test/chain/world.ts'

const amount = 10n * unit
const hourDays = 1 / 24
const hourSeconds = 3_600

let nodes: Awaited<ReturnType<typeof createNodesWorld>>
let world: World
let payer: Payer
let proxies: RpcProxy[]

async function begin(nodesCount: number, settings: WorldSettings = {}): Promise<void> {
  nodes = await createNodesWorld(nodesCount, settings)
  ;({ world, proxies } = nodes)
  payer = await newPayer(world, 1_000n * unit)
}
afterEach(() => nodes?.stop())

/** Polls by a node; one whose logs another node denies is left for the next one, as the watcher does. */
const pollBy = (index: number) => pollOnce(world, world.chain.nodes[index]!).catch(() => undefined)
async function pollByAll(): Promise<void> {
  for (const index of proxies.keys()) await pollBy(index)
  await mineBlock(world.direct)
}
const confirmedOf = async (payment: { id: string }) =>
  new Set(
    (await reportsTo(world, payment)).flatMap(({ inTime, late }) => [
      inTime.confirmed,
      late.confirmed,
    ]),
  )
const nothing = new Set(['0'])
async function doubtsOf({ id }: { id: string }): Promise<string[]> {
  const { rows } = await world.database.pool.query<{ reason: string }>(
    `select reason from anomaly where entity_id = $1 and event->>'type' = 'chain.doubted'`,
    [id],
  )
  return rows.map(({ reason }) => reason)
}

const hoursEarlier = (hours: number) =>
  alteringHeaders(({ timestamp }) => ({
    timestamp: numberToHex(Number(timestamp) - hours * hourSeconds),
  }))

describe.each([
  ['first', 0, 1],
  ['second', 1, 0],
])('where the %s of two nodes lies', (_, liar, honest) => {
  test('while one node lies about the time of a block, late money waits, and then is late', async () => {
    await begin(2)
    await pollBy(honest)
    const payment = await request(world)
    await passDays(world, 2 * hourDays)
    await untilPaymentState(world, payment, 'Expired.Unpaid')
    proxies[liar]!.behaviour = hoursEarlier(3)
    await pay(world, payer, payment, amount)
    await pollBy(liar)
    for (let round = 0; round < 3; round++) await pollByAll()
    expect(await confirmedOf(payment)).toEqual(nothing)
    expect(await doubtsOf(payment)).toEqual([expect.stringContaining('in a block whose time is')])

    proxies[liar]!.behaviour = () => undefined
    await pollUntil(world, 'it is late', async () => {
      return (await paymentOf(world, payment)).context.late.confirmed === String(amount)
    })
    await untilPaymentState(world, payment, 'Expired.Late')
    expect((await paymentOf(world, payment)).context.inTime.seen).toBe('0')
  })

  test('while one node lies about the sender, money waits, and shows its true sender in the end', async () => {
    await begin(2)
    await pollBy(honest)
    const payment = await request(world)
    const other = pad('0xbad', { size: 32 })
    proxies[liar]!.behaviour = alteringLogs((log) => [
      { ...log, topics: log.topics.with(1, other) },
    ])
    await pay(world, payer, payment, amount)
    await pollBy(liar)
    for (let round = 0; round < 3; round++) await pollByAll()
    expect(await confirmedOf(payment)).toEqual(nothing)

    proxies[liar]!.behaviour = () => undefined
    await pollUntil(world, 'it counts', async () => {
      return (await paymentOf(world, payment)).status === 'Succeeded'
    })
    const { rows } = await world.database.pool.query<{ counterparty: string }>(
      `select counterparty from deposit_log where status = 'Confirmed'`,
    )
    expect(rows).toEqual([{ counterparty: getAddress(payer.address) }])
  })

  test('where one node says that a second payment got the same transfer, only the one that got it counts', async () => {
    await begin(2)
    await pollBy(honest)
    const [paid, other] = [await request(world), await request(world)]
    await pollBy(honest)
    const swept = await request(world)
    await pay(world, payer, swept, amount)
    await sendFrom(world, payer, sweepCall(world, swept))
    const to = (log: RawRpcLog, address: string): RawRpcLog => ({
      ...log,
      topics: log.topics.with(log.topics.length - 1, pad(address as Address)),
    })
    const isTransferTo = ({ topics }: RawRpcLog, address: string) =>
      topics[2]?.toLowerCase() === pad(address as Address).toLowerCase()
    proxies[liar]!.behaviour = alteringLogs((log) => {
      if (isTransferTo(log, paid.depositAddress)) return [log, to(log, other.depositAddress)]
      const isSweep = log.address.toLowerCase() === world.chain.depositFactory.toLowerCase()
      const from = pad(other.depositAddress as Address)
      return isSweep ? [{ ...log, topics: log.topics.with(1, from) }] : [log]
    })
    await pay(world, payer, paid, amount)
    await pollBy(liar)
    await pollUntil(world, 'the true one counts', async () => {
      return (await paymentOf(world, paid)).status === 'Succeeded'
    })
    for (let round = 0; round < 3; round++) await pollByAll()
    expect(await confirmedOf(other)).toEqual(nothing)
  })

  test('where one node lies about the number of a block, money in it is not deeper than it is', async () => {
    await begin(2, { confirmations: 3 })
    await pollBy(honest)
    const payment = await request(world)
    await pollBy(honest)
    await command(world.direct, 'anvil_mine', [numberToHex(400)])
    await pay(world, payer, payment, amount)
    const newest = (await readHeader(world.direct.nodes[0]!, 'latest'))!
    const deep = numberToHex(newest.number - 300)
    const isGiven = (params: { fromBlock?: Hex; toBlock?: Hex }) =>
      Number(params.fromBlock) <= Number(deep) && Number(deep) <= Number(params.toBlock)
    proxies[liar]!.behaviour = async ({ method, params }, pass) => {
      if (method === 'eth_getBlockByNumber' && params[0] === deep) {
        const { result } = await pass({ params: [numberToHex(newest.number), false] })
        return { result: { ...(result as object), number: deep } }
      }
      if (method !== 'eth_getLogs' || !isGiven(params[0] as object)) return undefined
      const range = { fromBlock: numberToHex(newest.number), toBlock: numberToHex(newest.number) }
      const { result } = await pass({ params: [{ ...(params[0] as object), ...range }] })
      return { result: (result as RawRpcLog[]).map((log) => ({ ...log, blockNumber: deep })) }
    }
    await pollBy(liar)
    await pollBy(liar)
    await pollBy(honest)
    expect(await confirmedOf(payment)).toEqual(nothing)

    proxies[liar]!.behaviour = () => undefined
    for (let block = 0; block < 3; block++) await mineBlock(world.direct)
    await pollUntil(world, 'it counts', async () => {
      return (await paymentOf(world, payment)).status === 'Succeeded'
    })
  })
})

test.each([0, 1, 2])(
  'where node %i of three lies about the time of a block, the two others decide',
  async (liar) => {
    await begin(3)
    await pollBy(0)
    const payment = await request(world)
    await passDays(world, 2 * hourDays)
    await untilPaymentState(world, payment, 'Expired.Unpaid')
    proxies[liar]!.behaviour = hoursEarlier(3)
    await pay(world, payer, payment, amount)
    await pollBy(liar)
    await pollByAll()
    const { context } = await untilPaymentState(world, payment, 'Expired.Late')
    expect(context).toMatchObject({ late: { confirmed: String(amount) }, inTime: { seen: '0' } })
  },
)

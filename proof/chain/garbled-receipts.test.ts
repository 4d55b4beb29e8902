/** A node gives receipts that cannot be read: other nodes are used, and other transactions go on. */
import { afterEach, describe, expect, test } from 'vitest'
import { mineBlock } from '../../test/chain/dev-node.ts'
import { newPayer, unit } from '../../test/chain/payers.ts'
import { pay, paymentOf, request } from '../../test/chain/payments.ts'
import type { Behaviour } from '../../test/chain/rpc-proxy.ts'
import { createNodesWorld } from '../../test/chain/several-nodes.ts'
import { transactionsOf, until } from '../../test/chain/until.ts'
import { startAll, type World } from '../../test/chain/world.ts'

const patienceMs = 90_000
type Receipt = { logs: object[] }
let nodes: Awaited<ReturnType<typeof createNodesWorld>>
let world: World

afterEach(() => nodes?.stop())

async function beginWith(nodesCount: number): Promise<void> {
  nodes = await createNodesWorld(nodesCount, { sweepAfterSeconds: 0 }, startAll)
  ;({ world } = nodes)
}

/** Changes the receipts of the transactions that `isMeant` names. */
const garbling =
  (change: (receipt: Receipt) => object, isMeant: (hash: string) => boolean): Behaviour =>
  async ({ method, params }, pass) => {
    if (method !== 'eth_getTransactionReceipt' || !isMeant(String(params[0]))) return undefined
    const { result } = (await pass()) as { result: Receipt | null }
    return { result: result && change(result) }
  }

const withoutTopics = ({ logs, ...rest }: Receipt) => ({
  ...rest,
  logs: logs.map((log) => ({ ...log, topics: null })),
})
const withoutLogs = (receipt: Receipt) => ({ ...receipt, logs: null })
const withOddDataFee = (receipt: Receipt) => ({ ...receipt, l1Fee: 'zz' })

async function payOne(): Promise<{ id: string }> {
  const payer = await newPayer(world, 1_000n * unit)
  const payment = await request(world)
  await pay(world, payer, payment, 10n * unit)
  return payment
}

const sweepOf = async (index: number) => (await transactionsOf(world))[index]
/** Waits for a condition while blocks are made. */
const untilSo = (what: string, isSo: () => Promise<boolean>) =>
  until(
    what,
    async () => {
      await mineBlock(world.direct)
      return isSo()
    },
    patienceMs / 2,
  )
const untilFinal = (index: number) =>
  untilSo(`sweep ${index} is final`, async () => (await sweepOf(index))?.status === 'Final')

describe.each([
  ['no topics', withoutTopics, 0],
  ['no topics', withoutTopics, 2],
  ['no logs', withoutLogs, 0],
  ['no logs', withoutLogs, 2],
  ['a data fee that is no number', withOddDataFee, 0],
])('receipts with %s by one node of three', (garbled, change, liar) => {
  test(
    `receipts with ${garbled} by node ${liar} of three stop neither credit nor sweep, and the node is named`,
    async () => {
      await beginWith(3)
      nodes.proxies[liar]!.behaviour = garbling(change, () => true)
      const payment = await payOne()
      await untilFinal(0)
      expect((await paymentOf(world, payment)).status).toBe('Succeeded')
      const { host } = new URL(nodes.proxies[liar]!.url)
      await untilSo('the node is named', async () => {
        const { rows } = await world.database.pool.query<{ node: string }>(
          `select node from node_anomaly where what = 'UnreadableAnswer'`,
        )
        return rows.some(({ node }) => node === host)
      })
    },
    patienceMs,
  )
})

test(
  'a receipt that the only node garbles keeps no other transaction from being final',
  async () => {
    await beginWith(1)
    let garbled: string | undefined
    nodes.proxies[0]!.behaviour = garbling(withoutLogs, (hash) => hash === (garbled ??= hash))
    await payOne()
    await untilSo('the first sweep is sent', async () => garbled !== undefined)
    await payOne()
    await untilFinal(1)
    expect((await sweepOf(0))?.status).not.toBe('Final')

    nodes.proxies[0]!.behaviour = () => undefined
    await untilFinal(0)
  },
  patienceMs,
)

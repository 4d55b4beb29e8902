/** A node answers with other logs than were asked for: they are left out, and counted. */
import { type Address, encodeEventTopics, getAddress, type Hex, numberToHex, pad } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { depositFactoryAbi } from '../../src/chain/abi/deposit-factory.ts'
import { readHeader } from '../../src/chain/blocks.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { mineBlock } from '../../test/chain/dev-node.ts'
import { chargeOf } from '../../test/chain/lies.ts'
import { newPayer, subscribe, tokenOf, unit } from '../../test/chain/payers.ts'
import { request } from '../../test/chain/payments.ts'
import type { RpcProxy } from '../../test/chain/rpc-proxy.ts'
import { createOneNodeWorld } from '../../test/chain/several-nodes.ts'
import type { World } from '../../test/chain/world.ts'

const stranger = getAddress(`0x${'de'.repeat(20)}`)

let world: World
let proxy: RpcProxy
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ world, proxy, stop } = await createOneNodeWorld())
})
beforeEach(async () => {
  proxy.behaviour = () => undefined
  await world.database.pool.query('delete from node_anomaly')
})
afterAll(() => stop?.())

type ForgedLog = { address: Address; topics: Hex[]; data: Hex }

/** Polls a new block, while the node adds a log to each answer, whatever was asked. */
async function pollWith(log: ForgedLog, place: { blockNumber?: Hex } = {}): Promise<void> {
  await mineBlock(world.direct)
  const head = (await readHeader(world.direct.nodes[0]!, 'latest'))!
  const forged = {
    ...log,
    blockNumber: numberToHex(head.number),
    blockHash: head.hash,
    logIndex: '0x7',
    transactionHash: pad('0xab'),
    removed: false,
    ...place,
  }
  proxy.behaviour = async ({ method }, pass) => {
    if (method !== 'eth_getLogs') return undefined
    return { result: [...((await pass()).result as object[]), forged] }
  }
  await pollOnce(world, world.chain.nodes[0]!)
}

const storedOf = async (table: 'chain_log' | 'deposit_log') =>
  (await world.database.pool.query(`select * from ${table}`)).rows

const anomalies = async () =>
  (await world.database.pool.query('select node, what, times::int from node_anomaly')).rows

async function aCharge() {
  const { contractAddress } = await subscribe(world, await newPayer(world, unit))
  const block = { number: 0, hash: pad('0x') }
  const { factory } = world.chain
  return chargeOf(block, { factory, contract: contractAddress as Address, nextDue: 1 }).log
}

test('an event of our factory that another contract logged is left out', async () => {
  await pollWith({ ...(await aCharge()), address: stranger })
  expect(await storedOf('chain_log')).toEqual([])
  expect(await anomalies()).toEqual([
    { node: new URL(proxy.url).host, what: 'UnaskedLog', times: expect.any(Number) },
  ])
})

test('an event of a block outside the range that was asked for is left out', async () => {
  await pollWith(await aCharge(), { blockNumber: '0x1' })
  expect(await storedOf('chain_log')).toEqual([])
  expect(await anomalies()).toMatchObject([{ what: 'UnaskedLog' }])
})

test('an event that is not what its topic says is left out', async () => {
  await pollWith({ ...(await aCharge()), data: '0x01' })
  expect(await storedOf('chain_log')).toEqual([])
  expect((await anomalies()).map(({ what }) => what)).toContain('UnreadableLog')
})

test('a sweep that another contract logged is left out', async () => {
  await pollOnce(world, world.chain.nodes[0]!)
  const { depositAddress } = await request(world)
  const to = depositAddress as Address
  const topics = encodeEventTopics({
    abi: depositFactoryAbi,
    eventName: 'Swept',
    args: { deposit: to, token: tokenOf(world), receiver: stranger },
  }) as Hex[]
  await pollWith({ address: stranger, topics, data: pad(numberToHex(unit)) })
  expect(await storedOf('deposit_log')).toEqual([])
  expect(await anomalies()).toMatchObject([{ what: 'UnaskedLog' }])
})

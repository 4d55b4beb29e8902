/**
 * A token may call its payer while it is charged: the payer's action is then logged before the
 * charge.
 */
import { keccak256, toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadCursor } from '../../src/chain/rows/cursor.ts'
import { hostOf } from '../../src/shared/chains/agreement.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { newPayer, subscribe } from './payers.ts'
import { until, untilState } from './until.ts'
import { blockchain, createWorld, startThinking, type World } from './world.ts'

let world: World
let thinking: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld()
  thinking = startThinking(world)
  await pollOnce(world, world.chain.nodes[0]!)
})
afterAll(async () => {
  await thinking?.stop()
  await world?.close()
})

type Logged = { event: string; args: object }

/** Creates a subscription whose contract has logged these events, in one transaction. */
async function subscriptionWith(events: Logged[]): Promise<string> {
  const { contractAddress } = await subscribe(world, await newPayer(world, 0n))
  const cursor = (await loadCursor(world.database.pool, blockchain))!
  for (const [index, { event, args }] of events.entries())
    await world.database.pool.query(
      `insert into chain_log (blockchain, block_hash, log_index, block_number, block_time,
        transaction_hash, contract_address, event, args, status, reported_by)
       values ($1, $2, $3, $4, now(), $5, $6, $7, $8, 'Seen', $9)`,
      [
        blockchain,
        cursor.blockHash,
        Number.parseInt(contractAddress.slice(2, 8), 16) + index,
        cursor.blockNumber,
        keccak256(toHex(contractAddress)),
        contractAddress,
        event,
        JSON.stringify(args),
        hostOf(world.chain.rpcUrls[0]!),
      ],
    )
  return contractAddress
}

async function reportedTo(contractAddress: string, count: number): Promise<string[]> {
  return until(`${count} events reported`, async () => {
    await pollOnce(world, world.chain.nodes[0]!)
    const { rows } = await world.database.pool.query<{ type: string }>(
      `select event->>'type' as type from journal
       where entity_id = $1 and event->>'type' like 'chain.%' order by revision`,
      [contractAddress],
    )
    return rows.length === count && rows.map(({ type }) => type)
  })
}

const nextDue = Math.floor(Date.now() / 1000) + 30 * 86_400
const charged = { event: 'Charged', args: { period: 1, nextDue } }
const unfrozen = { event: 'Unfrozen', args: { nextDue } }
const by = (payer: string, event: string) => ({ event, args: { by: payer, operatorUntil: 0 } })
const somebody = '0x000000000000000000000000000000000000dEaD'

test('a contract frozen within its charge was charged first and is paused', async () => {
  const contractAddress = await subscriptionWith([by(somebody, 'Frozen'), charged])
  expect(await reportedTo(contractAddress, 2)).toEqual(['chain.charged', 'chain.frozen'])
  await untilState(world, contractAddress, 'Paused')
})

test('what comes next is reported once what came before it was taken', async () => {
  const contractAddress = await subscriptionWith([charged, by(somebody, 'Frozen'), unfrozen])
  await thinking.stop()
  const waiting = async () => {
    const { rows } = await world.database.pool.query<{ name: string }>(
      `select name from outbox where channel = 'actor' and entity_id = $1`,
      [contractAddress],
    )
    return rows.map(({ name }) => name)
  }
  for (let poll = 0; poll < 3; poll++) await pollOnce(world, world.chain.nodes[0]!)
  expect(await waiting()).toEqual(['chain.charged'])
  thinking = startThinking(world)
  const order = ['chain.charged', 'chain.frozen', 'chain.unfrozen']
  expect(await reportedTo(contractAddress, order.length)).toEqual(order)
})

test('a contract cancelled within its charge was charged first and is cancelled', async () => {
  const contractAddress = await subscriptionWith([by(somebody, 'Cancelled'), charged])
  expect(await reportedTo(contractAddress, 2)).toEqual(['chain.charged', 'chain.cancelled'])
  await untilState(world, contractAddress, 'Cancelled')
})

test('a freeze, an unfreeze and a charge in one transaction are reported as they were logged', async () => {
  const logs = [
    charged,
    by(somebody, 'Frozen'),
    unfrozen,
    { ...charged, args: { period: 2, nextDue } },
  ]
  const contractAddress = await subscriptionWith(logs)
  expect(await reportedTo(contractAddress, 4)).toEqual([
    'chain.charged',
    'chain.frozen',
    'chain.unfrozen',
    'chain.charged',
  ])
})

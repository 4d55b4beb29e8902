/** However many logs were credited, and however many messages are on their way, the next log of a contract is found among its own. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findCreditableLogs } from '../../src/chain/rows/creditable-logs.ts'
import { countRowsRead } from '../support/rows-read.ts'
import { newPayer, subscribe } from './payers.ts'
import { blockchain, createWorld, startThinking, type World } from './world.ts'
import { copySubscription } from './watched-rows.ts'

const contracts = 2_000

let world: World

beforeAll(async () => {
  world = await createWorld()
  const thinking = startThinking(world)
  const { contractAddress } = await subscribe(world, await newPayer(world, 0n))
  await thinking.stop()
  await copySubscription(world, contractAddress, contracts)
})
afterAll(() => world?.close({ hasRowsByHand: true }))

/** One log of each copied contract, in block `number`. */
const logAll = (number: number, status: 'Credited' | 'Seen') =>
  world.database.pool.query(
    `insert into chain_log (blockchain, block_hash, log_index, block_number, block_time, transaction_hash,
       contract_address, event, args, status, agreed)
     select $1, 'block ' || $2::int, n, $2::int, now(), 'transaction ' || n, s.id, 'Charged',
       jsonb_build_object('period', 1, 'nextDue', 1), $3, true
     from (select id, row_number() over (order by id) as n from subscription where id like '0x50%') s`,
    [blockchain, number, status],
  )

/** Adds as many messages of this chain's watcher to others, which are under way. */
const sendAll = () =>
  world.database.pool.query(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload, cause, at, available_at)
     select $1 || '/sent/' || n, 'actor', 'chain.charged', 'subscription', 'other-' || n, 'm', 'TestNet', '',
       '{"type": "chain.charged"}', '{}', now(), now()
     from generate_series(1, $2::int) n`,
    [blockchain, contracts],
  )

test('the next log of each of thousands of contracts is found among the logs of that contract', async () => {
  const { pool } = world.database
  await logAll(1, 'Credited')
  await logAll(2, 'Seen')
  await sendAll()
  const read = await countRowsRead(pool, ['chain_log', 'outbox'], async () => {
    const { logs } = await findCreditableLogs(pool, blockchain, contracts)
    expect(logs).toHaveLength(contracts)
  })
  expect(read / contracts).toBeLessThan(20)
})

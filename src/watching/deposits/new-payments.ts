/**
 * Begins to watch payments that were made since the last poll. Their addresses could be paid before
 * they were known here, so the blocks just read are read once more for them.
 */
import type { Client } from 'viem'
import { hostOfNode } from '../../chain/agreement/node-hosts.ts'
import type { Cursor } from '../../chain/cursor.ts'
import { blocksStoredMax, loadBlocks } from '../cursor-store.ts'
import { commitStep } from '../step.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import { readDepositsOf } from './deposit-reader.ts'
import { storeDeposits } from './deposit-store.ts'
import { findUnwatched, watchAddresses, type Watched } from './watch-list.ts'

const paymentsAtOnceMax = 500

/** Watches every new payment up to the cursor, where `ingestBlocks` reads on; returns the cursor. */
export async function watchNewPayments(
  dependencies: ChainDependencies,
  node: Client,
  start: Cursor,
): Promise<Cursor> {
  let cursor = start
  for (;;) {
    const { database, chain } = dependencies
    const payments = await findUnwatched(database.pool, chain.name, paymentsAtOnceMax)
    if (!payments.length) return cursor
    cursor = await watchBatch(dependencies, node, cursor, payments)
  }
}

/**
 * Reads the stored blocks again for new addresses: no request takes as long as they span, so nobody
 * can have paid before them.
 */
async function watchBatch(
  dependencies: ChainDependencies,
  node: Client,
  cursor: Cursor,
  payments: Watched[],
): Promise<Cursor> {
  const { database, chain } = dependencies
  const { pool } = database
  const range = { from: Math.max(0, cursor.blockNumber - blocksStoredMax), to: cursor.blockNumber }
  const behind = await loadBlocks(pool, chain.name, range.from)
  const addresses = payments.map(({ depositAddress }) => depositAddress)
  const held = { headers: [], behind }
  const logs = await readDepositsOf(pool, node, chain, addresses, range, held)
  return commitStep(dependencies, cursor, {
    async write(client) {
      await storeDeposits(client, chain, logs, hostOfNode(chain, node))
      await watchAddresses(client, payments, range.from)
    },
  })
}

/**
 * Begins to watch payments that were made since the last poll. Nothing is read for them: a payment is
 * stored before anybody knows its address, and blocks are read after that, so what comes to it is
 * found in its turn (decision 93).
 */
import type { Cursor } from '../../chain/cursor.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import { blocksStoredMax } from '../cursor-store.ts'
import { commitStep } from '../step.ts'
import { findUnwatched, watchAddresses } from './watch-list.ts'

const paymentsAtOnceMax = 500

/** Watches every new payment; returns the cursor. */
export async function watchNewPayments(
  dependencies: ChainDependencies,
  start: Cursor,
): Promise<Cursor> {
  const { database, chain } = dependencies
  let cursor = start
  for (;;) {
    const payments = await findUnwatched(database.pool, chain.name, paymentsAtOnceMax)
    if (!payments.length) return cursor
    // No request takes as long as the stored blocks span: nobody can have paid before them.
    const from = Math.max(0, cursor.blockNumber - blocksStoredMax)
    cursor = await commitStep(dependencies, cursor, {
      write: (client) => watchAddresses(client, payments, from),
    })
  }
}

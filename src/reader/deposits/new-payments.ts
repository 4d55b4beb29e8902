/**
 * Begins to watch payments that were made since the last time. Nothing is read for them: a payment is
 * stored before anybody knows its address, and blocks are read after that, so what comes to it is
 * found in its turn (decision 93).
 */
import type { Cursor } from '../../chain/rows/cursor.ts'
import type { ConnectedChain } from '../../chain/clients.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import { commitStep } from '../../reporter/step.ts'
import {
  findUnwatched,
  readUnwatchedSince,
  watchAddresses,
} from '../../chain/rows/watched-addresses.ts'
import { elapsedMs } from '../../shared/time.ts'
import { blocksStoredMax } from '../../chain/rows/blocks.ts'

const paymentsAtOnceMax = 500
/** While there is no new block, nothing can have come to new payments: they wait so long for each other. */
const togetherMs = 1_000

/** Up to where this process has looked through the payments of a chain, and when. */
type Mark = { settled: string; at: number }
const marks = new WeakMap<ConnectedChain, Mark>()

/** Whether payments are looked for before the next block, too. */
export const isWatchingDue = (chain: ConnectedChain): boolean =>
  elapsedMs() - (marks.get(chain)?.at ?? -Infinity) >= togetherMs

/** Watches every new payment; returns the cursor. */
export async function watchNewPayments(
  dependencies: ChainDependencies,
  start: Cursor,
): Promise<Cursor> {
  const { database, chain } = dependencies
  const at = elapsedMs()
  const { since, settled } = await readUnwatchedSince(
    database.pool,
    chain.name,
    marks.get(chain)?.settled ?? null,
  )
  let cursor = start
  for (let from = since; ;) {
    const payments = await findUnwatched(database.pool, chain.name, from, paymentsAtOnceMax)
    if (payments.length > 0) {
      // No request takes as long as the stored blocks span: nobody can have paid before them.
      const fromBlock = Math.max(0, cursor.blockNumber - blocksStoredMax)
      cursor = await commitStep(dependencies, cursor, {
        write: (client) => watchAddresses(client, chain.name, payments, fromBlock),
      })
    }
    if (payments.length < paymentsAtOnceMax) break
    from = payments.at(-1)!.createdAt
  }
  marks.set(chain, { settled, at })
  return cursor
}

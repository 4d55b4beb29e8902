/**
 * One poll of a chain by one node: read on to its head, have other nodes bear out what it says, report that, and follow
 * the transactions that were sent. It may break off at any await; the next poll starts from what is stored.
 */
import type { Client } from 'viem'
import type { ChainDependencies } from '../chain/dependencies.ts'
import { storeNodeAnomalies } from '../chain/node-anomalies.ts'
import type { Header } from '../chain/rows/blocks.ts'
import { type Cursor, touchCursor } from '../chain/rows/cursor.ts'
import { noteFinishedPoll } from '../reader/finished-polls.ts'
import { bearOut, type BorneOut } from '../reader/agreement/bear-out.ts'
import { readToHead } from '../reader/read-to-head.ts'
import { noteSentAgain, wasRewound } from '../reader/rewind.ts'
import { checkLanes } from '../reader/transactions/lane-checks.ts'
import { ReceiptsAhead } from '../reader/transactions/receipts-ahead.ts'
import { followTransactions } from '../reader/transactions/receipts.ts'
import { creditDeposits } from './credit-deposits.ts'
import { creditLogs } from './credit-logs.ts'

/**
 * `isMoreWaiting`: there is more to report as soon as the last reports are taken. `isAwaited`:
 * something was awaited on the chain when the poll began.
 */
export type PollResult = {
  head: Header
  hasMoved: boolean
  isMoreWaiting: boolean
  isAwaited: boolean
}

/** Polls until everything up to the node's head is stored and reported; throws when that is cut short. */
export async function pollOnce(dependencies: ChainDependencies, node: Client): Promise<PollResult> {
  const { database, chain } = dependencies
  const read = await readToHead(dependencies, node)
  const { head, open, openBefore, start, isAwaited } = read
  // A reorganisation takes our own transactions out of the chain, too.
  if (wasRewound(chain)) {
    await checkLanes(dependencies, { afterReorganisation: true })
    noteSentAgain(chain)
  }
  const receipts = new ReceiptsAhead(node)
  if (open.hasTransactions) await receipts.ask(database.pool, chain.name)
  const borneOut = await bearOut(dependencies, node, read)
  const { cursor, areDepositsReported, isMoreWaiting } = await report(dependencies, node, borneOut)
  await storeNodeAnomalies(dependencies)
  const { findCommonBlock } = borneOut
  if (open.hasTransactions)
    await followTransactions(dependencies, node, head, { findCommonBlock, receipts })
  const hasMoved = cursor.revision !== start.revision
  const reachedHeadAt =
    areDepositsReported && openBefore.isHeadReachedLongAgo ? openBefore.askedAt : null
  if (reachedHeadAt || (!hasMoved && openBefore.isSeenLongAgo))
    await touchCursor(database.pool, chain.name, reachedHeadAt)
  noteFinishedPoll(chain)
  return { head, hasMoved, isMoreWaiting, isAwaited }
}

/** Reports the logs and the deposits that nodes agree on, where there are any. */
async function report(
  dependencies: ChainDependencies,
  node: Client,
  { hasLogs, hasDeposits, ...read }: BorneOut,
): Promise<{ cursor: Cursor; areDepositsReported: boolean; isMoreWaiting: boolean }> {
  const none = { cursor: read.cursor, count: 0, isMoreWaiting: false }
  const credited = hasLogs ? await creditLogs(dependencies, node, read) : none
  const then = { ...read, cursor: credited.cursor }
  const noDeposits = { cursor: then.cursor, isMoreWaiting: false }
  const reported = hasDeposits ? await creditDeposits(dependencies, node, then) : noDeposits
  return {
    cursor: reported.cursor,
    areDepositsReported: !reported.isMoreWaiting,
    isMoreWaiting: credited.isMoreWaiting || credited.count > 0 || reported.isMoreWaiting,
  }
}

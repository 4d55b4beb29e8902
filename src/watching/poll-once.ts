/**
 * One poll of a chain by one node: go back if the chain was reorganised, read on to the head,
 * report what is deep enough, follow the transactions. It may break off at any await; the next poll
 * starts from what is stored.
 */
import type { Client } from 'viem'
import { agreeOnLogs } from '../reader/agreement/agree.ts'
import { forgetDifferingHeads, noteDifference } from '../chain/agreement/differences.ts'
import { hostOfNode } from '../chain/agreement/node-hosts.ts'
import { ChainMoved, readHeader } from '../chain/blocks.ts'
import { resolveRetractions } from '../reader/agreement/retractions.ts'
import { creditDeposits } from './credit-deposits.ts'
import { creditLogs } from './credit-logs.ts'
import type { Cursor } from '../chain/rows/cursor.ts'
import { isAnythingAwaited } from '../chain/rows/awaited.ts'
import { isWatchingDue, watchNewPayments } from '../reader/deposits/new-payments.ts'
import { readUnknownTokens } from '../reader/deposits/unknown-tokens.ts'
import { findDeployment } from '../chain/deployments/deployment-store.ts'
import { noteFinishedPoll } from '../reader/finished-polls.ts'
import { findHostsBehind, isCursorOutOfReach, requirePlausibleHead } from '../reader/head-limit.ts'
import { ingestBlocks } from '../reader/ingest.ts'
import { storeNodeAnomalies } from '../chain/node-anomalies.ts'
import { type OpenWork, readOpenWork } from '../chain/rows/open-work.ts'
import { followTransactions } from '../reader/transactions/receipts.ts'
import { ReceiptsAhead } from '../reader/transactions/receipts-ahead.ts'
import { rewindCursor } from '../reader/rewind.ts'
import type { ChainDependencies } from '../chain/dependencies.ts'
import { createCursor, touchCursor } from '../chain/rows/cursor.ts'
import type { Header } from '../chain/rows/blocks.ts'

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
  const head = await readHeader(node, 'latest')
  if (!head) throw new ChainMoved('the node has no latest block')
  const open = await readOpenWork(database.pool, chain)
  const start = open.cursor ?? (await createFirstCursor(dependencies, node))
  await requirePlausibleHead(dependencies, node, start, head)
  let cursor = await rewindIfReorganised(dependencies, node, start, head)
  if (open.hasDifferences)
    await forgetDifferingHeads(dependencies, () => findHostsBehind(chain, node, head))
  // After the head was read: what a block up to it holds was asked for before, and is known here.
  const isBehind = cursor.blockNumber < head.number
  if (open.hasNewPayments && (isBehind || isWatchingDue(chain)))
    cursor = await watchNewPayments(dependencies, cursor)
  const isAwaited = chain.embedded || (await isAnythingAwaited(database.pool, chain.name))
  while (cursor.blockNumber < head.number)
    cursor = await ingestBlocks(dependencies, node, cursor, { head, isSparse: !isAwaited })
  const isAsBefore = cursor.revision === open.cursor?.revision
  const found = isAsBefore ? open : await readOpenWork(database.pool, chain)
  const worked = await workAtLogs(dependencies, node, head, cursor, found)
  const { cursor: end, areDepositsReported, isMoreWaiting } = worked
  const hasMoved = end.revision !== start.revision
  const reachedHeadAt = areDepositsReported && open.isHeadReachedLongAgo ? open.askedAt : null
  if (reachedHeadAt || (!hasMoved && open.isSeenLongAgo))
    await touchCursor(database.pool, chain.name, reachedHeadAt)
  noteFinishedPoll(chain)
  return { head, hasMoved, isMoreWaiting, isAwaited }
}

/** Does what the stored logs and the open transactions ask for; steps for which nothing is open are left out. */
async function workAtLogs(
  dependencies: ChainDependencies,
  node: Client,
  head: Header,
  start: Cursor,
  open: OpenWork,
): Promise<{ cursor: Cursor; areDepositsReported: boolean; isMoreWaiting: boolean }> {
  const receipts = new ReceiptsAhead(node)
  if (open.hasTransactions) await receipts.ask(dependencies.database.pool, dependencies.chain.name)
  const cursor = await readUnknownTokens(dependencies, node, start, { head, ...open.unknownTokens })
  const hasDeposits = open.hasDeposits || cursor.revision !== start.revision
  const isAnyOpen = open.hasLogs || hasDeposits
  const weighed = await agreeOnLogs(dependencies, node, cursor, isAnyOpen)
  const agreed = isAnyOpen ? await resolveRetractions(dependencies, node, weighed) : weighed
  const none = { cursor: agreed.cursor, count: 0, isMoreWaiting: false }
  const credited = open.hasLogs ? await creditLogs(dependencies, node, agreed) : none
  const then = { ...agreed, cursor: credited.cursor }
  const noDeposits = { cursor: then.cursor, isMoreWaiting: false }
  const reported = hasDeposits ? await creditDeposits(dependencies, node, then) : noDeposits
  await storeNodeAnomalies(dependencies)
  const { findCommonBlock } = agreed
  if (open.hasTransactions)
    await followTransactions(dependencies, node, head, { findCommonBlock, receipts })
  const isMoreWaiting = credited.isMoreWaiting || credited.count > 0 || reported.isMoreWaiting
  return { cursor: reported.cursor, areDepositsReported: !reported.isMoreWaiting, isMoreWaiting }
}

/** Creates the cursor at the block of the factory's deployment, before which there can be nothing. */
async function createFirstCursor(
  { database, chain }: ChainDependencies,
  node: Client,
): Promise<Cursor> {
  const deployment = await findDeployment(database, chain.name)
  const first = await readHeader(node, deployment?.fromBlock ?? 0)
  if (!first) throw new ChainMoved('the node lacks the block in which the factory was deployed')
  return createCursor(database.pool, chain.name, first)
}

/**
 * Makes sure that the cursor's block is on the node's chain. A node whose head is below the cursor
 * is behind and is not read from, unless no node has reached the cursor for long. The embedded node
 * is the only one of its chain, so it is right.
 */
async function rewindIfReorganised(
  dependencies: ChainDependencies,
  node: Client,
  cursor: Cursor,
  head: Header,
): Promise<Cursor> {
  if (head.hash === cursor.blockHash || head.parentHash === cursor.blockHash) return cursor
  if (head.number < cursor.blockNumber && !dependencies.chain.embedded) {
    if (await isCursorOutOfReach(dependencies, node, cursor, head))
      return rewindCursor(dependencies, node, cursor, head)
    const text = `is at block ${head.number}, and ${cursor.blockNumber} was read already`
    const subject = hostOfNode(dependencies.chain, node)
    await noteDifference(dependencies, {
      what: 'BelowCursor',
      subject,
      detail: `${subject} ${text}`,
    })
    throw new ChainMoved(`the node ${text}: it is behind`)
  }
  const at = await readHeader(node, cursor.blockNumber)
  return at?.hash === cursor.blockHash ? cursor : rewindCursor(dependencies, node, cursor, head)
}

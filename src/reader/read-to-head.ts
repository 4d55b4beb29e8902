/**
 * Reads a chain by one node up to its head, and stores what it says: goes back where the chain was reorganised, and reads
 * on. Nothing that it stores counts before other nodes bear it out.
 */
import type { Client } from 'viem'
import { forgetDifferingHeads, noteDifference } from '../chain/agreement/differences.ts'
import { hostOfNode } from '../chain/agreement/node-hosts.ts'
import { ChainMoved, readHeader } from '../chain/blocks.ts'
import type { ChainDependencies } from '../chain/dependencies.ts'
import { isAnythingAwaited } from '../chain/rows/awaited.ts'
import type { Header } from '../chain/rows/blocks.ts'
import { createCursor, type Cursor } from '../chain/rows/cursor.ts'
import { type OpenWork, readOpenWork } from '../chain/rows/open-work.ts'
import { isWatchingDue, watchNewPayments } from './deposits/new-payments.ts'
import { findHostsBehind, isCursorOutOfReach, requirePlausibleHead } from './head-limit.ts'
import { ingestBlocks } from './ingest.ts'
import { readFirstBlock, rewindCursor } from './rewind.ts'

/** What was read, and the work that is open then. */
export type ReadToHead = {
  head: Header
  cursor: Cursor
  open: OpenWork
  /** Where the cursor was before, and the work that was open. */
  start: Cursor
  openBefore: OpenWork
  /** Whether something was awaited on the chain before. */
  isAwaited: boolean
}

/** @throws where the node fails, or says what cannot be: then the next one is read from */
export async function readToHead(
  dependencies: ChainDependencies,
  node: Client,
): Promise<ReadToHead> {
  const { database, chain } = dependencies
  const head = await readHeader(node, 'latest')
  if (!head) throw new ChainMoved('the node has no latest block')
  const openBefore = await readOpenWork(database.pool, chain)
  const start =
    openBefore.cursor ??
    (await createCursor(database.pool, chain.name, await readFirstBlock(dependencies, node)))
  await requirePlausibleHead(dependencies, node, start, head)
  let cursor = await rewindIfReorganised(dependencies, node, start, head)
  if (openBefore.hasDifferences)
    await forgetDifferingHeads(dependencies, () => findHostsBehind(chain, node, head))
  // After the head was read: what a block up to it holds was asked for before, and is known here.
  if (openBefore.hasNewPayments && (cursor.blockNumber < head.number || isWatchingDue(chain)))
    cursor = await watchNewPayments(dependencies, cursor)
  const isAwaited = chain.embedded || (await isAnythingAwaited(database.pool, chain.name))
  while (cursor.blockNumber < head.number)
    cursor = await ingestBlocks(dependencies, node, cursor, { head, isSparse: !isAwaited })
  const open =
    cursor.revision === openBefore.cursor?.revision
      ? openBefore
      : await readOpenWork(database.pool, chain)
  return { head, cursor, open, start, openBefore, isAwaited }
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
  const header = await readHeader(node, cursor.blockNumber)
  return header?.hash === cursor.blockHash ? cursor : rewindCursor(dependencies, node, cursor, head)
}

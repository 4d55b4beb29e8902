/**
 * Follows every open transaction by the receipts of all its hashes: mined, taken out again by a
 * reorganisation, deep enough to be final, or stuck. The id of a report carries the transaction's
 * revision, so it counts once, for the state that it is about.
 */
import type { Client, Hash, TransactionReceipt } from 'viem'
import { chunksOf } from '../../shared/chunks-of.ts'
import { reportTransactions, type TransactionChange } from '../../reporter/transactions.ts'
import { ChainMoved } from '../../chain/blocks.ts'
import type { Agreed } from '../agreement/agree.ts'
import { compareReceipts } from '../agreement/agreed-receipt.ts'
import { isBelieved, noteDiffering } from '../agreement/believed-receipt.ts'
import { forgetDifferingReceipts, noteDifference } from '../../chain/agreement/differences.ts'
import { readConfirmedUpTo } from '../../chain/finality.ts'
import { sendDroppedAgain } from './lane-checks.ts'
import { outcomesOf } from './outcomes.ts'
import type { ReceiptsAhead } from './receipts-ahead.ts'
import { type KnownTransaction, findOpenTransactions } from '../../chain/rows/transactions.ts'
import { recordSpent } from '../../chain/gas/gas-spent.ts'
import { forgetRefusals } from '../../chain/lanes/lane-rest.ts'
import { readMinedByNodes } from '../../chain/lanes/nonce-counts.ts'
import { isNoAnswer } from '../../chain/rpc/complaints.ts'
import { UnreadableAnswer } from '../../chain/rpc/post.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import type { Header } from '../../chain/rows/blocks.ts'

/**
 * After so many blocks without being mined, a transaction is replaced at a higher fee; but only the
 * one whose nonce its wallet's chain takes next, because the others wait for that one; and one whose
 * nonce something else has used is given up.
 */
const stuckAfterBlocks = 5
/**
 * This many replacements follow each other at that pace; each later one waits twice as long as the
 * one before, up to `slowestPace` times as long.
 */
const quickReplacementsMax = 8
const slowestPace = 16
/** Transactions whose receipts a node is asked for at once. */
const checkedAtOnceMax = 32
/** A receipt this few blocks above the head may be newer than the poll: it is waited for as long. */
const aheadBlocksMax = 32
/** A transaction that has been deep enough for this many blocks without agreement is shown as stuck. */
const unagreedBlocksMax = 32

type Event = TransactionChange['event']
/** `isLowest`: of the wallet's unmined transactions it has the lowest nonce. */
type PollView = Pick<Agreed, 'findCommonBlock'> & {
  receipts: Pick<ReceiptsAhead, 'take'>
  head: Header
  finalUpTo: number
  isLowest: boolean
}

/**
 * Checks every open transaction and reports what has changed. A failed check holds up no other; its
 * error is thrown after all, so that another node is read from.
 */
export async function followTransactions(
  dependencies: ChainDependencies,
  node: Client,
  head: Header,
  { findCommonBlock, receipts }: Pick<PollView, 'findCommonBlock' | 'receipts'>,
): Promise<void> {
  const { database, chain } = dependencies
  const open = await findOpenTransactions(database.pool, chain.name)
  if (!open.length) return
  const finalUpTo = await readConfirmedUpTo(node, chain, head.number)
  const changes: TransactionChange[] = []
  const failures: unknown[] = []
  for (const some of chunksOf(open, checkedAtOnceMax)) {
    const checks = await Promise.allSettled(
      some.map((transaction) => {
        const isLowest = isLowestOf(open, transaction)
        const seen = { head, finalUpTo, findCommonBlock, receipts, isLowest }
        return checkTransaction(dependencies, node, seen, transaction)
      }),
    )
    for (const [index, check] of checks.entries())
      if (check.status === 'rejected') failures.push(check.reason)
      else if (check.value) changes.push({ transaction: some[index]!, event: check.value })
    if (failures.some(isSilent)) break
  }
  await reportTransactions(dependencies, changes)
  if (failures.length) throw failures[0]
  const unchanged = open.filter(
    ({ id }) => !changes.some(({ transaction }) => transaction.id === id),
  )
  await sendDroppedAgain(dependencies, node, head, unchanged)
}

/** Whether a node answers nothing at all: it would be waited for again with the next transactions. */
const isSilent = (error: unknown): boolean =>
  isNoAnswer(error) && !(error instanceof UnreadableAnswer)

async function checkTransaction(
  dependencies: ChainDependencies,
  node: Client,
  seen: PollView,
  transaction: KnownTransaction,
): Promise<Event | null> {
  const { head, finalUpTo } = seen
  let isAhead = false
  const receipt = await findBelieved(seen.receipts, transaction.hashes, (found) => {
    const ahead = Number(found.blockNumber) - head.number
    isAhead ||= ahead > 0 && ahead <= aheadBlocksMax
    return isBelieved(dependencies, node, seen, transaction, found)
  })
  const { minedIn, status } = transaction
  if (!receipt) {
    if (status === 'Mined') return { type: 'transaction.reorged' }
    if (!isLate(transaction, head, isAhead ? aheadBlocksMax : 0)) return null
    await noteDiffering(dependencies, node, seen, transaction)
    const isStuck = await isNonceNextOrUsed(dependencies, seen, transaction)
    return isStuck ? { type: 'transaction.stuck', blockNumber: head.number } : null
  }
  if (minedIn?.blockHash !== receipt.blockHash) {
    // A receipt that names another block each time never gets deep enough to be compared.
    if (minedIn) await noteDiffering(dependencies, node, seen, transaction)
    await recordSpent(dependencies, transaction, receipt, { isAgreed: false })
    await forgetRefusals(dependencies.database.pool, transaction)
    return toMinedEvent(receipt)
  }
  const isFinal = Number(receipt.blockNumber) <= finalUpTo
  if (!isFinal) return null
  const agreed = await findAgreedReceipt(dependencies, seen, transaction, receipt)
  return agreed ? finalizeTransaction(dependencies, transaction, agreed) : null
}

const isLate = (
  { sentAtBlock, replacements }: KnownTransaction,
  head: Header,
  moreBlocks: number,
): boolean => {
  const pace = 2 ** Math.max(0, replacements - quickReplacementsMax)
  const patience = stuckAfterBlocks * Math.min(pace, slowestPace)
  return sentAtBlock !== null && head.number - sentAtBlock >= patience + moreBlocks
}

/**
 * Finds the receipt that enough nodes give; null, and the transaction stays mined, until they
 * agree. By one node's answer alone a charge that went through could count as failed, and be made
 * again.
 */
async function findAgreedReceipt(
  dependencies: ChainDependencies,
  { findCommonBlock, finalUpTo }: PollView,
  { hashes }: KnownTransaction,
  receipt: TransactionReceipt,
): Promise<TransactionReceipt | null> {
  const needed = dependencies.chain.nodesToAgree
  const { transactionHash: subject, blockHash, blockNumber } = receipt
  const common = needed === 1 ? null : await findCommonBlock()
  const compared = common && (await compareReceipts(common, needed, subject))
  const agreed = needed === 1 ? receipt : compared?.agreed
  if (agreed?.blockHash === blockHash) {
    await forgetDifferingReceipts(dependencies, hashes)
    return agreed
  }
  const waits = finalUpTo - Number(blockNumber)
  const late = `${waits} blocks deeper than it must be, fewer than ${needed} nodes give this receipt`
  const difference = compared && !compared.agreed ? compared.difference : null
  const detail = difference ?? (waits > unagreedBlocksMax ? late : null)
  if (detail) await noteDifference(dependencies, { what: 'Receipt', subject, detail })
  return null
}

/**
 * Whether the chain takes the transaction's nonce next, or something else has used it: then whoever replaces it finds
 * that out. While nodes differ on how many are mined, none of them decides: the lowest unmined transaction of the wallet
 * counts as next if its nonce lies within the range that they give.
 */
async function isNonceNextOrUsed(
  { chain }: ChainDependencies,
  { isLowest }: PollView,
  { wallet, nonce }: KnownTransaction,
): Promise<boolean> {
  if (nonce === null) return false
  const { mined, minedAtMost } = await readMinedByNodes(chain, wallet)
  if (mined === minedAtMost) return nonce <= mined
  return nonce < mined || (isLowest && nonce <= minedAtMost)
}

const isLowestOf = (open: KnownTransaction[], { id, wallet }: KnownTransaction): boolean =>
  open.find((one) => one.wallet === wallet && one.status !== 'Mined')?.id === id

async function finalizeTransaction(
  { database, chain }: ChainDependencies,
  transaction: KnownTransaction,
  receipt: TransactionReceipt,
): Promise<Event> {
  await recordSpent({ database, chain }, transaction, receipt, { isAgreed: true })
  return {
    type: 'transaction.finalized',
    success: receipt.status === 'success',
    outcomes: await outcomesOf(database.pool, chain, transaction, receipt),
  }
}

const toMinedEvent = (receipt: TransactionReceipt): Event => ({
  type: 'transaction.mined',
  hash: receipt.transactionHash,
  blockHash: receipt.blockHash,
  blockNumber: Number(receipt.blockNumber),
  gasUsed: String(receipt.gasUsed),
})

/** Finds the receipt of the newest version that is believed. */
async function findBelieved(
  receipts: Pick<ReceiptsAhead, 'take'>,
  hashes: Hash[],
  isBelieved: (receipt: TransactionReceipt) => Promise<boolean>,
): Promise<TransactionReceipt | null> {
  for (const hash of hashes.toReversed()) {
    const receipt = await receipts.take(hash)
    if (!receipt) continue
    if (receipt.transactionHash !== hash)
      throw new ChainMoved(
        `a node was asked for the receipt of ${hash} and gave that of another transaction`,
      )
    if (await isBelieved(receipt)) return receipt
  }
  return null
}

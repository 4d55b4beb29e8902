/**
 * Follows every open transaction by the receipts of all its hashes: mined, taken out again by a
 * reorganisation, deep enough to be final, or stuck. What is told carries the transaction's
 * revision in its id, so it counts once for the state it was said about.
 */
import {
  type Client,
  type Hash,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import type { Message } from '../shared/message.ts'
import { tell } from '../store/outbox.ts'
import { ChainMoved, type Header } from './blocks.ts'
import type { Agreed } from './agreement/agree.ts'
import { compareReceipts } from './agreement/agreed-receipt.ts'
import { forgetDifferingReceipt, noteDifference } from './agreement/differences.ts'
import { confirmedUpTo } from './finality.ts'
import { outcomesOf } from './outcomes.ts'
import { type KnownTransaction, openTransactions } from './transactions.ts'
import { recordSpent } from './gas-spent.ts'
import { forgetRefusals } from './lane-rest.ts'
import { countMined } from './nonce-counts.ts'
import { isNoAnswer } from './rpc/complaints.ts'
import { UnreadableAnswer } from './rpc/post.ts'
import type { WatchRoom } from './watch-room.ts'

/**
 * After so many blocks without being mined, a transaction is replaced at a higher fee; but only the
 * one whose nonce its wallet's chain takes next, because the others wait for that one.
 */
export const stuckAfterBlocks = 5

type Event = Message['event']
type Seen = Pick<Agreed, 'findCommonBlock'> & { head: Header; finalUpTo: number }

/**
 * Looks at every open transaction and tells what has changed. One that cannot be looked at keeps no
 * other from being told of; what was wrong is thrown after that, so that another node is read from.
 */
export async function followTransactions(
  room: WatchRoom,
  node: Client,
  head: Header,
  { findCommonBlock }: Pick<Agreed, 'findCommonBlock'>,
): Promise<void> {
  const { database, bus, chain } = room
  const open = await openTransactions(database.pool, chain.name)
  if (!open.length) return
  const finalUpTo = await confirmedUpTo(node, chain, head.number)
  const messages: Message[] = []
  const failures: unknown[] = []
  for (const transaction of open) {
    try {
      const event = await look(room, node, { head, finalUpTo, findCommonBlock }, transaction)
      if (event) messages.push(toMessage(transaction, event))
    } catch (error) {
      failures.push(error)
      if (isSilent(error)) break
    }
  }
  await tell(database.pool, messages)
  await bus.publish(messages)
  if (failures.length) throw failures[0]
}

/** A node that answers nothing would be waited for once for each transaction. */
const isSilent = (error: unknown): boolean =>
  isNoAnswer(error) && !(error instanceof UnreadableAnswer)

async function look(
  room: WatchRoom,
  node: Client,
  seen: Seen,
  transaction: KnownTransaction,
): Promise<Event | null> {
  const { head, finalUpTo } = seen
  const receipt = await findReceipt(node, transaction.hashes)
  const { minedIn, sentAtBlock, status } = transaction
  if (!receipt) {
    if (status === 'Mined') return { type: 'transaction.reorged' }
    const isLate = sentAtBlock !== null && head.number - sentAtBlock >= stuckAfterBlocks
    const isStuck = isLate && (await isNext(node, transaction))
    return isStuck ? { type: 'transaction.stuck', blockNumber: head.number } : null
  }
  if (minedIn?.blockHash !== receipt.blockHash) {
    await recordSpent(room, transaction, receipt, { isAgreed: false })
    await forgetRefusals(room.database.pool, transaction)
    return mined(receipt)
  }
  const isFinal = Number(receipt.blockNumber) <= finalUpTo
  if (!isFinal) return null
  const agreed = await agreeOn(room, seen, receipt)
  return agreed ? finalized(room, transaction, agreed) : null
}

/**
 * The receipt as enough nodes give it: what one of them says alone could make a charge fail that
 * went through, and be paid for again. Null, and the transaction stays mined, until they agree.
 */
async function agreeOn(
  room: WatchRoom,
  { findCommonBlock }: Seen,
  receipt: TransactionReceipt,
): Promise<TransactionReceipt | null> {
  const { chain } = room
  if (chain.nodesToAgree === 1) return receipt
  const common = await findCommonBlock()
  if (!common) return null
  const { transactionHash, blockHash } = receipt
  const compared = await compareReceipts(common, chain.nodesToAgree, transactionHash)
  if (compared.agreed) {
    await forgetDifferingReceipt(room, transactionHash)
    return compared.agreed.blockHash === blockHash ? compared.agreed : null
  }
  const { difference: detail } = compared
  if (detail) await noteDifference(room, { what: 'Receipt', subject: transactionHash, detail })
  return null
}

const isNext = async (node: Client, { wallet, nonce }: KnownTransaction): Promise<boolean> =>
  (await countMined(node, wallet)) === nonce

async function finalized(
  { database, chain }: WatchRoom,
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

const mined = (receipt: TransactionReceipt): Event => ({
  type: 'transaction.mined',
  hash: receipt.transactionHash,
  blockHash: receipt.blockHash,
  blockNumber: Number(receipt.blockNumber),
  gasUsed: String(receipt.gasUsed),
})

async function findReceipt(node: Client, hashes: Hash[]): Promise<TransactionReceipt | null> {
  for (const hash of hashes.toReversed()) {
    try {
      const receipt = await getTransactionReceipt(node, { hash })
      if (receipt.transactionHash === hash) return receipt
      throw new ChainMoved(`asked for the receipt of ${hash}, a node gives that of another one`)
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error
    }
  }
  return null
}

/** The cause is the transaction itself, so that what it leads to can be traced to its hash. */
function toMessage(transaction: KnownTransaction, event: Event): Message {
  const { id, merchantId, network, revision, blockchain, hashes } = transaction
  const hash = (event.hash as Hash | undefined) ?? transaction.minedIn?.hash ?? hashes.at(-1)!
  return {
    id: `${id}/${revision}/${event.type}/${hash}`,
    kind: 'transaction',
    entityId: id,
    merchantId,
    network,
    event,
    cause: { type: 'transaction', hash, blockchain },
  }
}

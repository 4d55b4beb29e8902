/**
 * Whether a receipt makes a transaction mined. One node can give any receipt, so its block must be one
 * that was read, and nodes that hold this block must not deny it; otherwise the transaction is still
 * on its way, and is sent again and replaced.
 */
import type { Client, Hash, TransactionReceipt } from 'viem'
import { readHeader } from '../../chain/blocks.ts'
import { loadCursor } from '../../chain/rows/cursor.ts'
import { findReceipt } from '../../chain/find-receipt.ts'
import type { KnownTransaction } from '../../chain/rows/transactions.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import { compareReceipts } from './agreed-receipt.ts'
import type { Agreed } from './agree.ts'
import { noteDifference } from '../../chain/agreement/differences.ts'
import { hostOfNode } from '../../chain/agreement/node-hosts.ts'
import { findBlockHash } from '../../chain/rows/blocks.ts'

type ReceiptView = Pick<Agreed, 'findCommonBlock'> & { finalUpTo: number }

/** Checks whether the receipt that a node gives makes the transaction mined. */
export async function isBelieved(
  dependencies: ChainDependencies,
  node: Client,
  seen: ReceiptView,
  { minedIn }: KnownTransaction,
  receipt: TransactionReceipt,
): Promise<boolean> {
  if (!(await isHeld(dependencies, node, receipt))) return false
  const isKnown = minedIn?.blockHash === receipt.blockHash
  const isFinal = Number(receipt.blockNumber) <= seen.finalUpTo
  if (dependencies.chain.nodesToAgree === 1 || (isKnown && !isFinal)) return true
  return !(await isDenied(dependencies, node, seen, receipt))
}

/**
 * Checks whether the receipt's block was read. Not all blocks read far behind the head are stored:
 * for the others the node is asked.
 */
async function isHeld(
  { database, chain }: ChainDependencies,
  node: Client,
  { blockNumber, blockHash }: TransactionReceipt,
): Promise<boolean> {
  const number = Number(blockNumber)
  const cursor = await loadCursor(database.pool, chain.name)
  if (!cursor || number > cursor.blockNumber) return false
  const stored = await findBlockHash(database.pool, chain.name, number)
  return (stored ?? (await readHeader(node, number))?.hash) === blockHash
}

/** Checks whether another node that holds the block has no such receipt, and too few have. */
async function isDenied(
  { chain }: ChainDependencies,
  node: Client,
  { findCommonBlock }: ReceiptView,
  { transactionHash: hash, blockHash, blockNumber }: TransactionReceipt,
): Promise<boolean> {
  const common = await findCommonBlock()
  if (!common || Number(blockNumber) > common.block.number) return false
  const others = common.holders.filter((holder) => holder.node !== node)
  const answers = await Promise.all(
    others.map(async (other) => {
      try {
        return (await findReceipt(other.node, hash))?.blockHash === blockHash
      } catch {
        return null
      }
    }),
  )
  const holds = 1 + answers.filter((answer) => answer === true).length
  return holds < chain.nodesToAgree && answers.includes(false)
}

/**
 * Notes how nodes differ about a transaction's receipts, where one gives a receipt that is not
 * believed.
 */
export async function noteDiffering(
  dependencies: ChainDependencies,
  node: Client,
  { findCommonBlock }: ReceiptView,
  { hashes }: KnownTransaction,
): Promise<void> {
  const needed = dependencies.chain.nodesToAgree
  const common = needed === 1 ? null : await findCommonBlock()
  for (const hash of hashes) {
    const compared = common && (await compareReceipts(common, needed, hash))
    const difference = compared && !compared.agreed ? compared.difference : null
    const detail = difference ?? (await describeUnread(dependencies, node, hash))
    if (detail) await noteDifference(dependencies, { what: 'Receipt', subject: hash, detail })
  }
}

async function describeUnread(
  dependencies: ChainDependencies,
  node: Client,
  hash: Hash,
): Promise<string | null> {
  const receipt = await findReceipt(node, hash)
  if (!receipt || (await isHeld(dependencies, node, receipt))) return null
  const block = `block ${receipt.blockNumber} of hash ${receipt.blockHash}`
  return `${hostOfNode(dependencies.chain, node)} says it is in ${block}, which is not among the blocks that were read`
}

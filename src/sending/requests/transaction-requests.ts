/** Signs, sends and replaces transactions, at their own request. */
import type { Hash } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { readFromChain } from '../../chain/chain-errors.ts'
import { loadCursor } from '../../chain/rows/cursor.ts'
import { readMinedByNodes } from '../../chain/lanes/nonce-counts.ts'
import { findSigned } from '../../chain/lanes/signed-transactions.ts'
import { nothingNamed } from '../../chain/rpc/send-words.ts'
import { improve } from '../raise-refused.ts'
import { sendTransaction, type SendAnswer } from '../sender.ts'
import { replaceTransaction, signTransaction } from '../signer.ts'
import { readForSigning, type SigningReads } from '../signing-reads.ts'
import { findTransaction, type KnownTransaction } from '../../chain/rows/transactions.ts'
import { chunksOf, mapInChunks } from '../../shared/chunks-of.ts'
import { partition } from '../../shared/partition.ts'
import type { ClaimedRow } from '../../store/engine/outbox.ts'
import type { ReasonName } from '../../../machines/reasons.ts'
import { createAnswer, type SendingDependencies, type LaneWork } from '../dependencies.ts'
import { handleRefusal } from '../send-refusals.ts'
import { finishRequests } from '../finish-requests.ts'

/** A fee that was too low is raised at once, but not without end. */
const raisesMax = 3
/** Transactions that the nodes are asked about, or sent, at once. */
const handledAtOnceMax = 16
/** By an offer this old they were just chosen. */
const offerOldMs = 3_000

export const isSigningRequest = ({ name }: Pick<ClaimedRow, 'name'>): boolean =>
  name === 'signTransaction'

/** Runs a step; where it fails, postpones its rows. */
type Attempt = (rows: ClaimedRow[], step: () => Promise<void>) => Promise<void>

/**
 * Handles the requests of transactions. They are signed in order, with what the nodes are asked once for all of
 * them; then they are sent side by side, in the order of their requests.
 */
export async function handleTransactions(
  dependencies: SendingDependencies,
  work: LaneWork,
  rows: ClaimedRow[],
  attempt: Attempt,
): Promise<void> {
  const [unsigned, others] = partition(rows, isSigningRequest)
  for (const some of chunksOf(unsigned, handledAtOnceMax))
    await signInOrder(dependencies, work, some, attempt)
  const byTransaction = [...Map.groupBy(others, ({ entityId }) => entityId).values()]
  await mapInChunks(byTransaction, handledAtOnceMax, async (own) => {
    for (const row of own) await attempt([row], () => handleSigned(dependencies, work, row))
  })
}

async function signInOrder(
  dependencies: SendingDependencies,
  work: LaneWork,
  rows: ClaimedRow[],
  attempt: Attempt,
): Promise<void> {
  const { pool } = dependencies.database
  const signing = { ...dependencies, chain: work.chain }
  const transactions = new Map<string, KnownTransaction>()
  let reads: SigningReads | undefined
  await attempt(rows, async () => {
    for (const { entityId } of rows) {
      const transaction = await findTransaction(pool, entityId)
      if (transaction) transactions.set(entityId, transaction)
    }
    reads = await readForSigning(signing, [...transactions.values()], { offerOldMs })
  })
  if (!reads) return
  const known = reads
  for (const row of rows)
    await attempt([row], async () => {
      const transaction = transactions.get(row.entityId)
      const signed = transaction && (await signTransaction(signing, transaction, known, row.cause))
      await finishRequests(dependencies, work, [row], signed ? [signed] : [])
    })
}

/** Handles one request of a transaction that is signed. */
async function handleSigned(
  dependencies: SendingDependencies,
  work: LaneWork,
  row: ClaimedRow,
): Promise<void> {
  const transaction = await findTransaction(dependencies.database.pool, row.entityId)
  if (!transaction) return finishRequests(dependencies, work, [row], [])
  switch (row.name) {
    case 'replaceTransaction': {
      // Its refusal says whose transaction has used the nonce; another signature would change nothing.
      if (await isNonceUsed(work, transaction))
        return broadcast(dependencies, work, row, transaction)
      const signing = { ...dependencies, chain: work.chain }
      const tooLow = { hash: transaction.hashes.at(-1)! }
      const message = await replaceTransaction(signing, transaction, tooLow, row.cause)
      // It offers enough, as far as blocks tell: a node that has dropped it says if it wants more.
      if (!message) return broadcast(dependencies, work, row, transaction)
      return finishRequests(dependencies, work, [row], [message])
    }
    case 'broadcastTransaction':
      return broadcast(dependencies, work, row, transaction)
    default:
      throw new Error(`this release sends no request called ${row.name}`)
  }
}

/** Whether every node has mined a transaction with the nonce: this one, or another. */
async function isNonceUsed({ chain }: LaneWork, transaction: KnownTransaction): Promise<boolean> {
  const { wallet, nonce } = transaction
  if (nonce === null) return false
  const { mined } = await readMinedByNodes(chain, wallet)
  return nonce < mined
}

async function broadcast(
  dependencies: SendingDependencies,
  work: LaneWork,
  row: ClaimedRow,
  transaction: KnownTransaction,
): Promise<void> {
  const { result, ...said } = await sendBest(dependencies, work, row, transaction)
  if (result !== 'sent')
    return handleRefusal(dependencies, work, row, transaction, { result, ...said })
  const event = {
    type: 'transaction.sent',
    blockNumber: await readCurrentBlock(dependencies, work),
  }
  await finishRequests(dependencies, work, [row], [createAnswer(row, 'sent', event)])
  // A local chain has mined it by now, and its watcher listens to this.
  if (work.chain.embedded) dependencies.bus.wake('block')
}

/** Reads the watcher's last block: a number made up by one node could make the transaction look sent in the future. */
async function readCurrentBlock(
  { database }: SendingDependencies,
  { chain }: LaneWork,
): Promise<number> {
  const cursor = await loadCursor(database.pool, chain.name)
  if (cursor) return cursor.blockNumber
  return Number(await readFromChain(() => getBlockNumber(chain.reader, { cacheTime: 0 })))
}

/** `heldBackBy`: what keeps a better version from being signed, beside the chain's limits. `isAtLimit`: those themselves. */
type Tried = SendAnswer & { heldBackBy: ReasonName | null; isAtLimit: boolean }

/** Sends the best version, and signs and sends a better one for as long as it offers too little. */
async function sendBest(
  dependencies: SendingDependencies,
  work: LaneWork,
  row: ClaimedRow,
  transaction: KnownTransaction,
): Promise<Tried> {
  let sent: SendAnswer = { result: 'unclear', errorText: '', least: nothingNamed }
  for (let raise = 0; raise <= raisesMax; raise++) {
    const versions = await findSigned(dependencies.database.pool, transaction.id)
    const [best] = versions
    if (!best) throw new Error(`transaction ${transaction.id} was never signed`)
    const hashes = versions.map(({ hash }): Hash => hash)
    sent = await sendTransaction(work.chain, best, hashes)
    const isLast = raise === raisesMax || (raise > 0 && sent.result === 'unclear')
    if (isLast) break
    const better = await improve(dependencies, work, row, transaction, best, sent)
    const { message, reason, isAtLimit = false } = better
    if (!message) return { ...sent, heldBackBy: reason, isAtLimit }
    await dependencies.bus.publish([message])
  }
  return { ...sent, heldBackBy: null, isAtLimit: false }
}

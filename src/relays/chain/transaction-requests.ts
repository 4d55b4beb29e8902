/** Signs, sends and replaces transactions, as they ask for it. */
import type { Hash } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { reading } from '../../chain/chain-errors.ts'
import { findSigned } from '../../chain/signed-transactions.ts'
import { send, type SendResult } from '../../chain/sender.ts'
import { fillNonce, replaceTransaction, signTransaction } from '../../chain/signer.ts'
import { findTransaction, type KnownTransaction } from '../../chain/transactions.ts'
import type { ClaimedRow } from '../../store/outbox.ts'
import { answer, type ChainRelayRoom, type LaneWork } from './room.ts'
import { end, keep } from './settle-rows.ts'

/** So often in a row a nonce must be found used by something else before that is believed. */
const lostLooksMin = 3
const lookAgainMs = 1_000
/** A fee that was too low is raised at once, but not without end. */
const raisesMax = 3

/** Handles one request of a transaction. */
export async function handleTransaction(
  room: ChainRelayRoom,
  work: LaneWork,
  row: ClaimedRow,
): Promise<void> {
  const transaction = await findTransaction(room.database.pool, row.entityId)
  if (!transaction) return end(room, work, [row], [])
  const signing = { ...room, chain: work.chain }
  switch (row.name) {
    case 'signTransaction': {
      const message = await signTransaction(signing, transaction, row.cause)
      return end(room, work, [row], [message])
    }
    case 'replaceTransaction': {
      const tooLow = transaction.hashes.at(-1)!
      const message = await replaceTransaction(signing, transaction, tooLow, row.cause)
      return end(room, work, [row], message ? [message] : [])
    }
    default:
      return broadcast(room, work, row, transaction)
  }
}

async function broadcast(
  room: ChainRelayRoom,
  work: LaneWork,
  row: ClaimedRow,
  transaction: KnownTransaction,
): Promise<void> {
  const result = await sendBest(room, work, row, transaction)
  switch (result) {
    case 'sent': {
      const { reader } = work.chain
      const blockNumber = await reading(() => getBlockNumber(reader, { cacheTime: 0 }))
      const sent = { type: 'transaction.sent', blockNumber: Number(blockNumber) }
      return end(room, work, [row], [answer(row, 'sent', sent)])
    }
    case 'unfunded':
      return end(room, work, [row], [answer(row, 'unfunded', { type: 'transaction.unfunded' })])
    case 'lost':
      if (row.attempts < lostLooksMin) break
      return refuse(room, work, row, 'NonceUsed')
    case 'invalid':
      await fillNonce({ ...room, chain: work.chain }, transaction)
      return refuse(room, work, row, 'ChainReverted')
    case 'underpriced':
    case 'unclear':
  }
  await keep(room, [row], lookAgainMs, `the nodes say: ${result}`)
}

/** Sends the version that offers most, and a better one for as long as that is too low. */
async function sendBest(
  room: ChainRelayRoom,
  { chain }: LaneWork,
  row: ClaimedRow,
  transaction: KnownTransaction,
): Promise<SendResult> {
  let result: SendResult = 'unclear'
  for (let raise = 0; raise <= raisesMax; raise++) {
    const versions = await findSigned(room.database.pool, transaction.id)
    const [best] = versions
    if (!best) throw new Error(`transaction ${transaction.id} was never signed`)
    result = await send(
      chain,
      best,
      versions.map(({ hash }): Hash => hash),
    )
    if (result !== 'underpriced') return result
    const message = await replaceTransaction({ ...room, chain }, transaction, best.hash, row.cause)
    if (!message) return result
    await room.bus.publish([message])
  }
  return result
}

const refuse = (
  room: ChainRelayRoom,
  work: LaneWork,
  row: ClaimedRow,
  reason: string,
): Promise<void> =>
  end(room, work, [row], [answer(row, 'refused', { type: 'transaction.refused', reason })])

/** Signs, sends and replaces transactions, as they ask for it. */
import type { Hash } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { reading } from '../../chain/chain-errors.ts'
import { loadCursor } from '../../chain/cursor.ts'
import { moreGasThan } from '../gas-raise.ts'
import { findSigned } from '../../chain/lanes/signed-transactions.ts'
import { callOf } from '../../chain/lanes/signed-bytes.ts'
import { send, type Sent } from '../sender.ts'
import { replaceTransaction, signTransaction, signWithMoreGas } from '../signer.ts'
import { findTransaction, type KnownTransaction } from '../../chain/transactions.ts'
import type { ClaimedRow } from '../../store/outbox.ts'
import { answer, type ChainRelayRoom, type LaneWork } from '../dependencies.ts'
import { handleRefusal } from '../send-refusals.ts'
import { end } from '../finish-requests.ts'

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
  const { result, said } = await sendBest(room, work, row, transaction)
  if (result !== 'sent') return handleRefusal(room, work, row, transaction, { result, said })
  const event = { type: 'transaction.sent', blockNumber: await blockNow(room, work) }
  return end(room, work, [row], [answer(row, 'sent', event)])
}

/** The block that was read last: a number that one node made up could make it look sent in the future. */
async function blockNow({ database }: ChainRelayRoom, { chain }: LaneWork): Promise<number> {
  const cursor = await loadCursor(database.pool, chain.name)
  if (cursor) return cursor.blockNumber
  return Number(await reading(() => getBlockNumber(chain.reader, { cacheTime: 0 })))
}

/** Sends the version that is best, and a better one for as long as it offers too little. */
async function sendBest(
  room: ChainRelayRoom,
  work: LaneWork,
  row: ClaimedRow,
  transaction: KnownTransaction,
): Promise<Sent> {
  let sent: Sent = { result: 'unclear', said: '' }
  for (let raise = 0; raise <= raisesMax; raise++) {
    const versions = await findSigned(room.database.pool, transaction.id)
    const [best] = versions
    if (!best) throw new Error(`transaction ${transaction.id} was never signed`)
    const hashes = versions.map(({ hash }): Hash => hash)
    sent = await send(work.chain, best, hashes)
    const hasBetter = await improve(room, work, row, transaction, best, sent)
    if (!hasBetter) return sent
  }
  return sent
}

/** Signs a version that offers what the nodes miss in the one sent; false where there is none. */
async function improve(
  room: ChainRelayRoom,
  { chain }: LaneWork,
  row: ClaimedRow,
  transaction: KnownTransaction,
  tried: Parameters<typeof callOf>[0] & { hash: Hash },
  { result }: Sent,
): Promise<boolean> {
  const signing = { ...room, chain }
  if (result === 'underpriced') {
    const message = await replaceTransaction(signing, transaction, tried.hash, row.cause)
    if (message) await room.bus.publish([message])
    return message !== null
  }
  if (result !== 'gasTooLow') return false
  const { gas } = callOf(tried)
  const more = await moreGasThan(gas, chain, transaction)
  if (more <= gas) return false
  const message = await signWithMoreGas(signing, transaction, more, row.cause)
  await room.bus.publish([message])
  return true
}

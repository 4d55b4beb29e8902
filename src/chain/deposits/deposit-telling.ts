/**
 * Tells payments what came to their addresses: sums, never differences, so that a word that is lost
 * or overtaken needs no undoing. What is seen is told at once, what is deep enough as confirmed, and
 * what a reorganisation took is left out of the next sums.
 */
import { type Client, maxUint256, zeroAddress } from 'viem'
import type { DepositsSeen, OtherToken } from '../../../machines/payment/payment.events.ts'
import type { Message } from '../../shared/message.ts'
import { commit } from '../../store/commit.ts'
import { tell } from '../../store/outbox.ts'
import { doNodesAgree } from '../agreement.ts'
import type { ConnectedChain } from '../clients.ts'
import type { Credited } from '../crediting.ts'
import { type Cursor, holdCursor } from '../cursor-store.ts'
import { confirmedUpTo } from '../finality.ts'
import type { WatchRoom } from '../watch-room.ts'
import { limitTo, readHoldings, type Sums } from './cover.ts'
import { type DueDeposits, findDueDeposits, markDepositsTold } from './due-deposits.ts'

const paymentsAtOnceMax = 500
/** Below every block. */
const nothing = -1
/** As the native coin of every chain has them. */
const nativeDecimals = 18

/** Tells every payment that has something to hear; where the nodes differ, nothing new is confirmed. */
export async function tellDeposits(
  room: WatchRoom,
  node: Client,
  cursor: Cursor,
): Promise<Credited> {
  const { database, bus, chain } = room
  const deepEnough = await confirmedUpTo(node, chain, cursor.blockNumber)
  let due = await findDueDeposits(database.pool, chain, deepEnough, paymentsAtOnceMax)
  if (!due.length) return { cursor, count: 0, isMoreWaiting: false }
  const areAgreed = await doNodesAgree(room, node, deepEnough)
  if (!areAgreed) due = await findDueDeposits(database.pool, chain, nothing, paymentsAtOnceMax)
  const messages = await compose(room, node, cursor, due)
  const held = await commit(database.pool, async (client) => {
    const moved = await holdCursor(client, chain.name, cursor)
    await markDepositsTold(client, chain.name, areAgreed ? deepEnough : nothing, due)
    await tell(client, messages)
    return moved
  })
  await bus.publish(messages)
  return { cursor: held, count: due.length, isMoreWaiting: due.length === paymentsAtOnceMax }
}

async function compose(
  { chain, log }: WatchRoom,
  node: Client,
  { revision, blockHash }: Cursor,
  due: DueDeposits[],
): Promise<Message[]> {
  const holdings = await readHoldings(
    node,
    due.map(({ token, depositAddress }) => ({ token, holder: depositAddress })),
    blockHash,
  )
  return due.map((deposits, index) => {
    const covered = (holdings[index] ?? 0n) + BigInt(deposits.sweptSeen)
    const told = sumsOf(deposits)
    const sums = limitTo(covered, told)
    if (totalSeen(sums) < totalSeen(told)) {
      const { paymentId, token } = deposits
      const detail = { blockchain: chain.name, paymentId, token, covered, logged: totalSeen(told) }
      log.warn(detail, 'less has come than the token says')
    }
    return toMessage(chain, revision + 1, deposits, sums)
  })
}

/** `order`: the cursor's revision, which grows with every commit. */
function toMessage(
  chain: ConnectedChain,
  order: number,
  deposits: DueDeposits,
  sums: Sums,
): Message {
  const { paymentId, merchantId, network, sweptConfirmed, others, causeHash } = deposits
  const event: DepositsSeen = {
    type: 'chain.depositsSeen',
    order,
    ...sums,
    swept: sweptConfirmed,
    others: others.map((other) => toOther(chain, other)),
    transactionHash: deposits.transactionHash,
  }
  return {
    id: `${chain.name}/deposits/${paymentId}/${order}`,
    kind: 'payment',
    entityId: paymentId,
    merchantId,
    network,
    event,
    cause: causeHash
      ? { type: 'transaction', hash: causeHash, blockchain: chain.name }
      : { type: 'chain', detail: `deposits read on ${chain.name}` },
  }
}

const sumsOf = (deposits: DueDeposits): Sums => ({
  inTime: { seen: deposits.inTimeSeen, confirmed: deposits.inTimeConfirmed },
  late: { seen: deposits.lateSeen, confirmed: deposits.lateConfirmed },
})

const totalSeen = ({ inTime, late }: Sums): bigint => BigInt(inTime.seen) + BigInt(late.seen)

/** A token that we do not know may claim more than there can be of any. */
function toOther(
  { assets, nativeSymbol }: ConnectedChain,
  { token, amount }: DueDeposits['others'][number],
): OtherToken {
  const some = String(BigInt(amount) < maxUint256 ? BigInt(amount) : maxUint256)
  if (token === zeroAddress)
    return { token, asset: nativeSymbol, decimals: nativeDecimals, amount: some }
  const asset = assets.find(({ address }) => address === token)
  return { token, asset: asset?.code ?? null, decimals: asset?.decimals ?? null, amount: some }
}

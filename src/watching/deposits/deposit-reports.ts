/**
 * Reports to payments what came to their addresses: sums, never differences, so that a report that
 * is lost or overtaken needs no undoing. Deposits are reported as seen at once, and as confirmed
 * once they are deep enough; what a reorganisation took is left out of the next sums.
 */
import { type Client, maxUint256, zeroAddress } from 'viem'
import { nativeDecimals } from '../../shared/money.ts'
import type { DepositsSeen, OtherToken } from '../../../machines/payment/payment.events.ts'
import type { Message } from '../../shared/message.ts'
import type { Agreed } from '../agreement/agree.ts'
import { readAgreedHoldings } from '../agreement/agreed-holdings.ts'
import type { CommonBlock } from '../agreement/common-block.ts'
import type { ConnectedChain } from '../../chain/clients.ts'
import type { Credited } from '../crediting.ts'
import type { Cursor } from '../../chain/cursor.ts'
import { commitStep } from '../step.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import { forgetDoubts, noteDifferingBalance } from '../agreement/waiting.ts'
import {
  type Covered,
  limitToCovered,
  readHoldings,
  type Sums,
} from '../../chain/deposits/cover.ts'
import { type DueDeposits, findDueDeposits, markDepositsReported } from './due-deposits.ts'

const paymentsAtOnceMax = 500

/**
 * Reports the sums of every payment whose deposits changed; what nodes do not agree on is not
 * confirmed.
 */
export async function reportDeposits(
  dependencies: ChainDependencies,
  node: Client,
  { cursor, findCommonBlock }: Agreed,
): Promise<Credited> {
  const { database, chain } = dependencies
  const found = await findDueDeposits(database.pool, chain, cursor.blockNumber, paymentsAtOnceMax)
  if (!found.length) return { cursor, count: 0, isMoreWaiting: false }
  const common = found.some(isCredited) ? await findCommonBlock() : null
  const upTo = common?.block.number ?? cursor.blockNumber
  const due =
    upTo === cursor.blockNumber
      ? found
      : await findDueDeposits(database.pool, chain, upTo, paymentsAtOnceMax)
  const covered = await readCover(dependencies, node, cursor, common, due)
  const reports = due.flatMap((deposits, index) => {
    const cover = covered[index]!
    return cover ? [{ due: deposits, sums: limitSums(dependencies, deposits, cover) }] : []
  })
  if (!reports.length) return { cursor, count: 0, isMoreWaiting: false }
  const messages = reports.map(({ due: deposits, sums }) =>
    toMessage(chain, cursor.revision + 1, deposits, sums),
  )
  const credited = reports.filter(({ due: one }) => isCredited(one))
  const held = await commitStep(dependencies, cursor, {
    messages,
    async write(client) {
      await markDepositsReported(client, chain.name, reports)
      const paymentIds = credited.map(({ due: one }) => one.paymentId)
      await forgetDoubts(client, dependencies, paymentIds)
    },
  })
  return { cursor: held, count: reports.length, isMoreWaiting: due.length === paymentsAtOnceMax }
}

const isCredited = ({ inTimeConfirmed, lateConfirmed, isCreditChanged }: DueDeposits): boolean =>
  isCreditChanged || inTimeConfirmed !== '0' || lateConfirmed !== '0'

/**
 * Reads what covers each payment's sums: of what is seen, by one node; of what is confirmed, as
 * nodes agree. Null for a payment that has to wait, because they do not.
 */
async function readCover(
  dependencies: ChainDependencies,
  node: Client,
  { blockHash }: Cursor,
  common: CommonBlock | null,
  due: DueDeposits[],
): Promise<(Covered | null)[]> {
  const { chain, database } = dependencies
  const holdings = due.map(({ token, depositAddress }) => ({ token, holder: depositAddress }))
  const own = await readHoldings(node, holdings, blockHash)
  const isOneEnough = chain.nodesToAgree === 1
  const agreed =
    common && !isOneEnough
      ? await readAgreedHoldings(common, chain.nodesToAgree, holdings)
      : own.map((held) => held)
  for (const [index, deposits] of due.entries())
    if (isCredited(deposits) && agreed[index] === undefined)
      await noteDifferingBalance(database.pool, dependencies, deposits)
  return due.map((deposits, index) => {
    const seen = (own[index] ?? 0n) + BigInt(deposits.sweptSeen)
    // Without a common block only one node says what is there, which may be less than was credited.
    const isWaiting = isCredited(deposits) && (!common || agreed[index] === undefined)
    if (isWaiting) return null
    return { seen, confirmed: (agreed[index] ?? 0n) + BigInt(deposits.sweptInBlock) }
  })
}

/** Limits a payment's sums to what covers them; logs what is not covered. */
function limitSums({ chain, log }: ChainDependencies, due: DueDeposits, covered: Covered): Sums {
  const logged = sumsOf(due)
  const before = { inTime: BigInt(due.inTimeCredited), late: BigInt(due.lateCredited) }
  const sums = limitToCovered(covered, logged, before)
  if (totalSeen(sums) < totalSeen(logged)) {
    const { paymentId, token } = due
    const detail = { blockchain: chain.name, paymentId, token, covered, logged: totalSeen(logged) }
    log.warn(
      detail,
      "a deposit address holds less than its token's logs say; only what it holds counts",
    )
  }
  return sums
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
      ? { type: 'transaction', hash: causeHash, blockchain: chain.name, ...blockOf(deposits) }
      : { type: 'chain', detail: `deposits read on ${chain.name}` },
  }
}

/** A block holds all before it in its hash: that of the newest is that of all that has come and gone. */
const blockOf = ({ blockHash, minedAt }: DueDeposits) =>
  blockHash !== null && minedAt !== null
    ? { block: { hash: blockHash, minedAt: new Date(minedAt).toISOString() } }
    : {}

const sumsOf = (deposits: DueDeposits): Sums => ({
  inTime: { seen: deposits.inTimeSeen, confirmed: deposits.inTimeConfirmed },
  late: { seen: deposits.lateSeen, confirmed: deposits.lateConfirmed },
})

const totalSeen = ({ inTime, late }: Sums): bigint => BigInt(inTime.seen) + BigInt(late.seen)

/** Limits the amount to what a `uint256` holds: a token that is not known may claim more. */
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

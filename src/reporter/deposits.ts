/**
 * Reports to payments what came to their addresses: sums, never differences, so that a report that
 * is lost or overtaken needs no undoing. Deposits are reported as seen at once, and as confirmed
 * once they are deep enough; what a reorganisation took is left out of the next sums.
 */
import { maxUint256, zeroAddress } from 'viem'
import type { DepositsSeen, OtherToken } from '../../machines/payment/payment.events.ts'
import { checkLimitedSoon } from '../chain/rows/address-checks.ts'
import type { Cursor } from '../chain/rows/cursor.ts'
import { type DueDeposits, markDepositsReported, type Sums } from '../chain/rows/due-deposits.ts'
import type { DeployedChain } from '../shared/chain-directory.ts'
import type { Message } from '../shared/message.ts'
import { nativeDecimals } from '../shared/money.ts'
import { partition } from '../shared/partition.ts'
import { forgetDoubts } from './anomalies.ts'
import { type Covered, limitToCovered } from './cover.ts'
import type { Reporting } from './reporting.ts'
import { commitStep } from './step.ts'

/** A payment whose deposits changed, and what covers its sums. */
export type CoveredDeposits = { due: DueDeposits; covered: Covered }

/** Reports the sums of these payments; returns where the cursor is then. */
export async function reportDeposits(
  reporting: Reporting,
  cursor: Cursor,
  deposits: readonly CoveredDeposits[],
): Promise<Cursor> {
  const { chain } = reporting
  const reports = deposits.map(({ due, covered }) => ({
    due,
    sums: limitSums(reporting, due, covered),
  }))
  const idsOf = (some: typeof reports) => some.map(({ due }) => due.paymentId)
  // Whole is also that of which nothing is left: what was doubted or not covered was reorganised away.
  const [limited, whole] = partition(reports, isLimited)
  return commitStep(reporting, cursor, {
    messages: reports.map(({ due, sums }) =>
      toDepositsMessage(chain, cursor.revision + 1, due, sums),
    ),
    async write(client) {
      await markDepositsReported(client, chain.name, reports)
      await forgetDoubts(client, reporting, idsOf(whole), ['chain.doubted', 'chain.uncovered'])
      await forgetDoubts(client, reporting, idsOf(limited))
      // What covers them may have been a lie: nothing new has to come for them to be looked at again.
      await checkLimitedSoon(client, idsOf(limited.filter(({ due }) => due.isCreditChanged)))
    },
  })
}

/** Limits a payment's sums to what covers them; logs what is not covered. */
function limitSums({ chain, log }: Reporting, due: DueDeposits, covered: Covered): Sums {
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
function toDepositsMessage(
  chain: DeployedChain,
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

/** Whether less of it counts than nodes agree on. */
const isLimited = ({ due, sums }: { due: DueDeposits; sums: Sums }): boolean =>
  totalConfirmed(sums) < totalConfirmed(sumsOf(due))

const totalConfirmed = ({ inTime, late }: Sums): bigint =>
  BigInt(inTime.confirmed) + BigInt(late.confirmed)

const totalSeen = ({ inTime, late }: Sums): bigint => BigInt(inTime.seen) + BigInt(late.seen)

/** Limits the amount to what a `uint256` holds: a token that is not known may claim more. */
function toOther(
  { assets, nativeSymbol }: DeployedChain,
  { token, amount }: DueDeposits['others'][number],
): OtherToken {
  const some = String(BigInt(amount) < maxUint256 ? BigInt(amount) : maxUint256)
  if (token === zeroAddress)
    return { token, asset: nativeSymbol, decimals: nativeDecimals, amount: some }
  const asset = assets.find(({ address }) => address === token)
  return { token, asset: asset?.code ?? null, decimals: asset?.decimals ?? null, amount: some }
}

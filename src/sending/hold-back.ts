/**
 * Holds charges, sweeps and permits back: each gets the reason once and is tried again soon, and no attempt of
 * a charge is used up.
 */
import { chargesMax } from '../chain/gas/gas-limits.ts'
import type { Message } from '../shared/message.ts'
import type { ClaimedRow } from '../store/engine/outbox.ts'
import { waitFor, type WaitReason } from '../core/reasons/wait-reasons.ts'
import { canAfford, findGasWallet, type GasBudget, readGasBudget } from './gas-wallets.ts'
import { createAnswer, type SendingDependencies, type LaneWork } from './dependencies.ts'
import { postponeRequests } from './finish-requests.ts'
import { findKnownReasons } from './known-reasons.ts'
import type { ReasonName } from '../../machines/reasons.ts'
import { heldBackTypes, type WaitingKind } from '../../machines/transaction/transaction.events.ts'

export type HeldRequest = { row: ClaimedRow }

const heldBackRetryMs = 2_000
export const fullLaneMs = 1_000

/** Postpones requests, and reports the reason to each actor that does not know it yet. */
export async function holdBack(
  dependencies: SendingDependencies,
  waiting: HeldRequest[],
  reason: WaitReason & ReasonName,
  retryMs = heldBackRetryMs,
): Promise<void> {
  const messages = await createHeldBackMessages(dependencies, waiting, reason)
  await postponeRequests(dependencies, rowsOf(waiting), retryMs, waitFor(reason), messages)
}

/**
 * Creates the messages that report the reason to actors that do not know it yet. The id carries the actor's
 * revision: one that has not heard it yet does not hear it twice, one that has heard another since hears it again.
 */
export async function createHeldBackMessages(
  { database }: Pick<SendingDependencies, 'database'>,
  waiting: HeldRequest[],
  reason: ReasonName,
): Promise<Message[]> {
  if (!waiting.length) return []
  const ids = waiting.map(({ row }) => row.entityId)
  const known = await findKnownReasons(database.pool, ids)
  return waiting
    .filter(({ row }) => known.get(row.entityId)?.reason !== reason)
    .map(({ row }) => {
      const suffix = `heldBack/${reason}/${known.get(row.entityId)?.revision ?? 0}`
      return createAnswer(row, suffix, { type: heldBackType(row), reason })
    })
}

/** Only charges, sweeps and permits are held back. */
const heldBackType = ({ kind }: ClaimedRow): string => heldBackTypes[kind as WaitingKind]

/** Holds requests back for a reason that is their lane's, and closes it. */
async function holdLaneBack(
  dependencies: SendingDependencies,
  { close }: LaneWork,
  waiting: HeldRequest[],
  reason: WaitReason & ReasonName,
): Promise<void> {
  close({ forMs: heldBackRetryMs, tries: 1, reason })
  await holdBack(dependencies, waiting, reason)
}

/** Reads what the lane's wallet can spend. Where that is less than `leastGas`, holds the requests back and returns null. */
export async function openBudget(
  dependencies: SendingDependencies,
  work: LaneWork,
  waiting: HeldRequest[],
  leastGas: bigint,
): Promise<GasBudget | null> {
  const { merchantId, chain } = work
  const wallet = await findGasWallet(dependencies.database, merchantId, chain)
  const budget = wallet && (await readGasBudget(dependencies.database, merchantId, chain, wallet))
  if (budget?.closedFor) {
    await holdLaneBack(dependencies, work, waiting, budget.closedFor)
    return null
  }
  if (budget && (budget.inFlight > 0 || canAfford(budget, leastGas))) return budget
  const reason = budget ? budget.emptyReason : 'GasWalletEmpty'
  await holdLaneBack(dependencies, work, waiting, reason)
  return null
}

/**
 * Postpones what found no place, or what the budget could not pay for, where one alone needs `leastGas`.
 * While transactions in flight may still give gas back, the wallet is not reported as empty.
 */
export async function postponeUnpaid(
  dependencies: SendingDependencies,
  work: LaneWork,
  budget: GasBudget,
  waiting: HeldRequest[],
  leastGas: bigint,
): Promise<void> {
  if (!waiting.length) return
  if (canAfford(budget, leastGas))
    return postponeRequests(dependencies, rowsOf(waiting), fullLaneMs, waitFor('FullLane'))
  if (budget.inFlight === 0) return holdLaneBack(dependencies, work, waiting, budget.emptyReason)
  // As many requests try whether there is gas again as the largest transaction carries.
  work.close({ forMs: fullLaneMs, tries: chargesMax, reason: null })
  await postponeRequests(dependencies, rowsOf(waiting), fullLaneMs, waitFor('GasInFlight'))
}

export const rowsOf = (requests: { row: ClaimedRow }[]): ClaimedRow[] =>
  requests.map(({ row }) => row)

/**
 * `RpcUnavailable`: its nodes do not answer. `ChainNotServed`: it is not what the chains file says, or
 * is no longer in it.
 */
export const whyUnserved = ({ directory }: SendingDependencies, blockchain: string) => {
  const absent = directory.absent.find(({ settings }) => settings.name === blockchain)
  return absent?.why === 'unreachable' ? 'RpcUnavailable' : 'ChainNotServed'
}

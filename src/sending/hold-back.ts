/**
 * How charges and sweeps wait for their merchant's chain: each is told once why, and is looked at
 * again soon; no attempt is lost.
 */
import type { Message } from '../shared/message.ts'
import type { ClaimedRow } from '../store/outbox.ts'
import { canAfford, findGasWallet, type GasBudget, readGasBudget } from './gas-wallets.ts'
import { createAnswer, type SendingDependencies, type LaneWork } from './dependencies.ts'
import { postponeRequests } from './finish-requests.ts'

/** A row, and why its asker was told before that it waits. */
export type WaitingRequest = { row: ClaimedRow; heldBackFor?: string | null }

const heldBackLookMs = 2_000
export const fullLaneMs = 1_000

/** Keeps the rows and tells each asker why, unless it knows. */
export const holdBack = (
  dependencies: SendingDependencies,
  waiting: WaitingRequest[],
  reason: string,
): Promise<void> =>
  postponeRequests(
    dependencies,
    rowsOf(waiting),
    heldBackLookMs,
    reason,
    createHeldBackMessages(waiting, reason),
  )

/** What each asker is told that does not know it yet. */
export const createHeldBackMessages = (waiting: WaitingRequest[], reason: string): Message[] =>
  waiting
    .filter(({ heldBackFor }) => heldBackFor !== reason)
    .map(({ row }) => createAnswer(row, `heldBack/${reason}`, { type: heldBackType(row), reason }))

const heldBackType = ({ kind }: ClaimedRow): string =>
  kind === 'payment' ? 'payment.sweepHeldBack' : 'charge.heldBack'

/** What the lane's wallet can spend; holds the rows back, and is null, where that is not even `leastGas`. */
export async function openBudget(
  dependencies: SendingDependencies,
  { merchantId, chain }: LaneWork,
  waiting: WaitingRequest[],
  leastGas: bigint,
): Promise<GasBudget | null> {
  const wallet = await findGasWallet(dependencies.database, merchantId, chain)
  const budget = wallet && (await readGasBudget(dependencies.database, merchantId, chain, wallet))
  if (budget?.closedFor) {
    await holdBack(dependencies, waiting, budget.closedFor)
    return null
  }
  if (budget && (budget.inFlight > 0 || canAfford(budget, leastGas))) return budget
  await holdBack(dependencies, waiting, budget ? budget.emptyReason : 'GasWalletEmpty')
  return null
}

/**
 * Keeps what the budget could not pay for. Gas that others in flight may still give back is no
 * reason to call the wallet empty.
 */
export const postponeUnpaid = (
  dependencies: SendingDependencies,
  budget: GasBudget,
  waiting: WaitingRequest[],
): Promise<void> =>
  budget.inFlight === 0
    ? holdBack(dependencies, waiting, budget.emptyReason)
    : postponeRequests(dependencies, rowsOf(waiting), fullLaneMs, 'the gas is spoken for')

export const rowsOf = (requests: { row: ClaimedRow }[]): ClaimedRow[] =>
  requests.map(({ row }) => row)

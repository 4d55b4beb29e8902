/**
 * How charges and sweeps wait for their merchant's chain: each is told once why, and is looked at
 * again soon; no attempt is lost.
 */
import type { Message } from '../shared/message.ts'
import type { ClaimedRow } from '../store/outbox.ts'
import { affords, findGasWallet, type GasBudget, readGasBudget } from './gas-wallets.ts'
import { answer, type ChainRelayRoom, type LaneWork } from './dependencies.ts'
import { keep } from './finish-requests.ts'

/** A row, and why its asker was told before that it waits. */
export type Waiting = { row: ClaimedRow; heldBackFor?: string | null }

const heldBackLookMs = 2_000
export const fullLaneMs = 1_000

/** Keeps the rows and tells each asker why, unless it knows. */
export const holdBack = (room: ChainRelayRoom, waiting: Waiting[], reason: string): Promise<void> =>
  keep(room, rowsOf(waiting), heldBackLookMs, reason, heldBackMessages(waiting, reason))

/** What each asker is told that does not know it yet. */
export const heldBackMessages = (waiting: Waiting[], reason: string): Message[] =>
  waiting
    .filter(({ heldBackFor }) => heldBackFor !== reason)
    .map(({ row }) => answer(row, `heldBack/${reason}`, { type: heldBackType(row), reason }))

const heldBackType = ({ kind }: ClaimedRow): string =>
  kind === 'payment' ? 'payment.sweepHeldBack' : 'charge.heldBack'

/** What the lane's wallet can spend; holds the rows back, and is null, where that is not even `leastGas`. */
export async function openBudget(
  room: ChainRelayRoom,
  { merchantId, chain }: LaneWork,
  waiting: Waiting[],
  leastGas: bigint,
): Promise<GasBudget | null> {
  const wallet = await findGasWallet(room.database, merchantId, chain)
  const budget = wallet && (await readGasBudget(room.database, merchantId, chain, wallet))
  if (budget?.closedFor) {
    await holdBack(room, waiting, budget.closedFor)
    return null
  }
  if (budget && (budget.inFlight > 0 || affords(budget, leastGas))) return budget
  await holdBack(room, waiting, budget ? budget.emptyReason : 'GasWalletEmpty')
  return null
}

/**
 * Keeps what the budget could not pay for. Gas that others in flight may still give back is no
 * reason to call the wallet empty.
 */
export const keepUnpaid = (
  room: ChainRelayRoom,
  budget: GasBudget,
  waiting: Waiting[],
): Promise<void> =>
  budget.inFlight === 0
    ? holdBack(room, waiting, budget.emptyReason)
    : keep(room, rowsOf(waiting), fullLaneMs, 'the gas is spoken for')

export const rowsOf = (requests: { row: ClaimedRow }[]): ClaimedRow[] =>
  requests.map(({ row }) => row)

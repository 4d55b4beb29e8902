/** Says how a subscription ends, and when its end was wrong. */
import type { Memory, SubscriptionContext } from './subscription.context.ts'
import { draftExpiryOf } from './subscription.events.ts'
import { toMomentFromMs, withdrawUntilOf } from './subscription.schedule.ts'

/** Reasons by which a subscription is ended here; the chain's cancellation that follows is ours. */
const ownEnds = new Set([
  'CancelRequested',
  'GraceExpired',
  'DraftExpired',
  'Switched',
  'SwitchRefused',
  'Withdrawn',
])

/** Records that the contract is cancelled, and who did it where it was not asked for here. */
export function rememberCancelled(
  { reason, payer }: SubscriptionContext,
  by: string | null,
): Partial<SubscriptionContext> {
  const isOurs = reason !== null && ownEnds.has(reason)
  const endOnChain = by === payer ? 'CancelledByPayer' : 'CancelledOnChain'
  return { isCancelledOnChain: true, reason: isOurs ? reason : endOnChain }
}

/**
 * Whether a charge was made before the subscription was ended for want of it, so that the end was
 * wrong. A contract makes no charge after the grace, but activates a draft some days after it is given up
 * here, unless its first charge was held up: that was waited for as long as the contract takes it.
 */
export function isPaidInTime(
  context: SubscriptionContext,
  { period, chargedAt }: { period: number; chargedAt: string },
): boolean {
  const { reason, charge } = context
  const wasHeldUp = charge !== null && !charge.hasFailedBefore
  const draftEndsAt = wasHeldUp ? Date.parse(context.activateUntil) : draftExpiryOf(context)
  const isInTime =
    reason === 'GraceExpired' || (reason === 'DraftExpired' && Date.parse(chargedAt) <= draftEndsAt)
  return isInTime && !context.isCancelledOnChain && period === context.chargesMade + 1
}

/** Whether an end with the paid time would change anything: after the last charge it ends so by itself. */
export const mayEndAtPeriodEnd = ({ isToEnd, chargesMade, maxPeriods }: SubscriptionContext) =>
  !isToEnd && chargesMade < maxPeriods

/** Reasons by which somebody wanted the end; a switch is none, and says why by itself. */
const wishedEnds = new Set(['CancelRequested', 'CancelledByPayer', 'Withdrawn'])

/** Whether the payer may say why: once it is ending, or has ended, because somebody wanted it to. */
export const mayGiveFeedback = ({ isToEnd, reason, successor }: SubscriptionContext): boolean =>
  successor === null && (isToEnd || (reason !== null && wishedEnds.has(reason)))

export function mayWithdraw(context: SubscriptionContext): boolean {
  const until = withdrawUntilOf(context)
  return until !== null && context.withdrawnAt === null && context.now <= Date.parse(until)
}

export const rememberWithdrawn = ({ context }: Memory): Partial<SubscriptionContext> => ({
  withdrawnAt: toMomentFromMs(context.now),
  reason: 'Withdrawn',
})

/** How a subscription ends, and when its end was wrong. */
import type { SubscriptionContext } from './subscription.context.ts'
import { draftExpiryOf } from './subscription.events.ts'

/** Reasons by which a subscription is ended here; the chain's cancellation that follows is ours. */
const ownEnds = new Set(['CancelRequested', 'GraceExpired', 'DraftExpired'])

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

/**
 * The right to withdraw is used once for a plan, by a customer and by a payer's address: whoever withdrew on the last
 * day and subscribed again would never pay.
 */
import { Problem } from '../../shared/problems.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { type Asker, listAccepted } from '../../core/accepted/accepted-commands.ts'
import { hasEnded } from '../../core/accepted/switch-times.ts'
import { toSubscriptionResource } from '../../core/resources/subscription.ts'
import { findUsedWithdrawal } from '../../store/views/payers/withdrawals.ts'
import type { WithClock } from '../../store/parts.ts'

/**
 * Leaves it to the machine to refuse what its state does not take.
 *
 * @throws WithdrawalUsed where the same customer or payer withdrew from another subscription to the plan
 */
export async function requireUnusedWithdrawal(
  { database, clock }: WithClock,
  subscription: StoredActor<'subscription'>,
  asker: Asker,
): Promise<void> {
  const { merchantId, network, status, snapshot } = subscription
  const now = clock.now()
  const allowed = listAccepted(asker, subscription, now)
  if (!allowed.includes('withdraw') && !mayLackItForUse(subscription, now)) return
  const used = await findUsedWithdrawal(database, { merchantId, network }, snapshot.context)
  if (used === undefined) return
  throw new Problem(
    'WithdrawalUsed',
    'This customer or payer has withdrawn from a subscription to the same plan before, and that is granted once. Cancelling is possible at any time.',
    { details: { state: status, allowed: allowed.filter((command) => command !== 'withdraw') } },
  )
}

/** One that was made after the withdrawal has no right; why, is known only from the other. */
function mayLackItForUse(subscription: StoredActor<'subscription'>, now: Date): boolean {
  const { context } = subscription.snapshot
  const isAgreed = context.agreedAt !== null && context.withdrawnAt === null
  return (
    isAgreed &&
    !hasEnded(subscription) &&
    toSubscriptionResource(subscription, now).withdrawUntil === null
  )
}

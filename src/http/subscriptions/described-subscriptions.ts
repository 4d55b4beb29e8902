/** Subscriptions as their merchant sees them now: with what others have used up, which their machines do not know. */
import type { StoredActor } from '../../shared/stored-actor.ts'
import {
  type SubscriptionResource,
  toSubscriptionResource,
} from '../../core/resources/subscription.ts'
import { withoutUsedRights } from '../../store/views/payers/withdrawals.ts'
import type { WithClock } from '../../store/parts.ts'

/** Describes subscriptions of one merchant on one network. */
export async function describeSubscriptions(
  { database, clock }: WithClock,
  subscriptions: StoredActor<'subscription'>[],
): Promise<SubscriptionResource[]> {
  const shown = await withoutUsedRights(database, subscriptions)
  const now = clock.now()
  return shown.map((one) => toSubscriptionResource(one, now))
}

export async function describeSubscription(
  dependencies: WithClock,
  subscription: StoredActor<'subscription'>,
): Promise<SubscriptionResource> {
  const [described] = await describeSubscriptions(dependencies, [subscription])
  return described!
}

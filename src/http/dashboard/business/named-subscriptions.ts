/** Subscriptions as people know them: by their customer and the name of their plan. */
import { z } from 'zod'
import type { Owner } from '../../../shared/owner.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'
import { Money } from '../../../core/resources/fields.ts'
import { SubscriptionResource } from '../../../core/resources/subscription.ts'
import { findPaidPlans } from '../../../store/views/entities/paid-plans.ts'
import { describeSubscriptions } from '../../subscriptions/described-subscriptions.ts'
import type { WithClock } from '../../../store/parts.ts'

export const planNameField = {
  planName: z.string().meta({ description: 'What payers see', examples: ['Vegetable box'] }),
}
export const NamedSubscription = SubscriptionResource.extend({
  ...planNameField,
  monthly: Money.meta({
    description:
      'What it brings in a month of 30.4375 days: the totals of the list, and MRR, add these up',
  }),
}).meta({
  id: 'NamedSubscription',
  description: 'A subscription, with the name of its plan.',
})
type NamedSubscription = z.infer<typeof NamedSubscription>

export async function nameSubscriptions(
  dependencies: WithClock,
  owner: Owner,
  subscriptions: StoredActor<'subscription'>[],
): Promise<NamedSubscription[]> {
  const contracts = subscriptions.map(({ id }) => id)
  const [described, plans] = await Promise.all([
    describeSubscriptions(dependencies, subscriptions),
    findPaidPlans(dependencies.database.pool, owner, contracts),
  ])
  return described.map((one) => {
    const { planName, monthly } = plans.get(one.contractAddress)!
    return { ...one, planName, monthly }
  })
}

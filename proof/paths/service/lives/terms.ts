/** The terms of a subscription on one of the plans, as a service makes them. */
import {
  activateUntilOf,
  SubscriptionInput,
} from '../../../../machines/subscription/subscription.events.ts'
import { SimulatedPlan } from '../../../../src/core/simulating/scenario.ts'
import { termsOf as simulatedTermsOf } from '../../../../src/core/simulating/simulate.ts'
import { plans, type PlanName } from './act.ts'

/** `known`: what is known of a subscription that a service made; what is left out is as of one that nobody has. */
export function termsOf(
  plan: PlanName,
  beganMs: number,
  known: Partial<SubscriptionInput> = {},
): SubscriptionInput {
  const { activation = 'automatic', ...terms } = plans[plan] as { activation?: string }
  const all = { ...simulatedTermsOf(SimulatedPlan.parse(terms), beganMs), activation, ...known }
  return SubscriptionInput.parse({ ...all, activateUntil: activateUntilOf(all.startFrom) })
}

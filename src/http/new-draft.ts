/**
 * Creates a subscription as a Draft. The contract's address follows from the terms, so the answer names
 * it before anything is on the chain.
 */
import type { PlanInput } from '../../machines/plan/plan.events.ts'
import type { StoredActor } from '../shared/stored-actor.ts'
import type { CommandRole } from '../store/command-roles.ts'
import type { Setup } from '../store/merchants/setup.ts'
import { commandActor } from './commands.ts'
import { requireReadiness } from './routes/merchant-readiness.ts'
import { toStartMoment, toSubscriptionInput, type Wanted } from './routes/subscription-terms.ts'
import type { OwnersCall } from './routing/route.ts'

export type WantedDraft = Omit<Wanted, 'planId'> & {
  plan: PlanInput
  /** The merchant's setup, if it was read with the plan. */
  setup?: Setup
}

/** Throws `MerchantNotReady` where the merchant's setup lacks what subscriptions need. */
export async function createDraft(
  call: OwnersCall,
  { plan, setup: known, ...wanted }: WantedDraft,
  by: CommandRole,
): Promise<StoredActor<'subscription'>> {
  const setup = await requireReadiness(call, plan, known)
  const startFrom = toStartMoment(wanted.startFrom, call.seed.at, call.dependencies.clock)
  const input = toSubscriptionInput(call, { ...wanted, planId: plan.id, startFrom }, plan, setup)
  return commandActor(call, {
    kind: 'subscription',
    entityId: input.contractAddress,
    owner: call.caller.owner,
    event: { type: 'subscription.create', input },
    by,
  })
}

/**
 * Creates a subscription as a Draft. The contract's address follows from the terms, so the answer names
 * it before anything is on the chain.
 */
import type { PlanInput } from '../../machines/plan/plan.events.ts'
import type { StoredActor } from '../shared/stored-actor.ts'
import type { CommandRole } from '../core/turn/command-roles.ts'
import type { Setup } from '../store/merchants/setup.ts'
import { commandActor } from './commands.ts'
import { findUsedWithdrawal } from '../store/views/payers/withdrawals.ts'
import { type MerchantSetup, requireReadiness } from './routes/merchant-readiness.ts'
import {
  toStartMoment,
  toSubscriptionInput,
  type SubscriptionRequest,
} from './routes/subscription-terms.ts'
import type { OwnersCall } from './routing/route.ts'

export type WantedDraft = Omit<SubscriptionRequest, 'planId'> & {
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
  const ready = await requireReadiness(call, plan, known)
  const setup = { ...ready, withdrawalDays: await findWithdrawalDays(call, plan, wanted, ready) }
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

/** The merchant's days; none where the customer or the payer has withdrawn from this plan before. */
async function findWithdrawalDays(
  { dependencies, caller }: OwnersCall,
  { id: planId }: PlanInput,
  { customerId, payer }: Pick<SubscriptionRequest, 'customerId' | 'payer'>,
  { withdrawalDays }: MerchantSetup,
): Promise<number> {
  if (withdrawalDays === 0) return 0
  const who = { planId, customerId, payer }
  return (await findUsedWithdrawal(dependencies.database, caller.owner, who)) ? 0 : withdrawalDays
}

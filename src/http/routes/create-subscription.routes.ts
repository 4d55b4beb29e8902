import type { StatusOf } from '../../../machines/actors.ts'
import { z } from 'zod'
import type { PlanInput } from '../../../machines/plan/plan.events.ts'
import { Problem } from '../../shared/problems.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { SubscriptionResource, toSubscriptionResource } from '../../core/resources/subscription.ts'
import { readPlanAndSetup, type Setup } from '../../store/merchants/setup.ts'
import { findActor } from '../../store/views/actors.ts'
import { findMadeSubscription } from '../../store/views/subscriptions.ts'
import { createDraft } from '../new-draft.ts'
import { type MerchantCall, merchantRoute } from '../routing/route.ts'
import { CustomerId } from '../schemas/fields.ts'
import { MaxPeriods, Payer, PlanId, StartFrom } from '../schemas/new-subscription.ts'
import { unknownId } from '../unknown-id.ts'
import { asMade, readAsMade } from './as-made.ts'

const metadataLengthMax = 4_096

const NewSubscription = z
  .strictObject({
    planId: PlanId,
    customerId: CustomerId,
    payer: Payer,
    startFrom: StartFrom,
    maxPeriods: MaxPeriods,
    activation: z
      .enum(['automatic', 'manual'])
      .default('automatic')
      .meta({
        description:
          '`automatic`: it begins once the payer has allowed and has enough. `manual`: only by the call ' +
          '`activate`, after which the first charge is made; on the chain anybody may still make it',
      }),
    metadata: z
      .string()
      .max(metadataLengthMax)
      .nullish()
      .meta({ description: 'Passed along with webhooks' }),
  })
  .meta({ id: 'NewSubscription' })

export const createSubscriptionRoute = merchantRoute({
  method: 'POST',
  path: '/integration/subscriptions',
  operationId: 'createSubscription',
  tag: 'Subscriptions',
  summary: 'Create a subscription',
  description:
    'Next, the payer approves `contractAddress` as spender of the token; then activate the subscription.',
  body: NewSubscription,
  answer: { status: 201, description: 'The new Draft.', schema: SubscriptionResource },
  problems: ['PlanNotFound', 'PlanNotActive', 'MerchantNotReady'],
  async handle(call) {
    const { planId, ...wanted } = call.body
    const read = await readForDraft(call, planId)
    const draft = await createDraft(call, { ...read, ...wanted }, 'merchant')
    return toAnswer(call, await asMade(call, draft))
  },
  async retell(call) {
    const { seed, body, caller, dependencies } = call
    const wanted = { id: seed.id, customerId: body.customerId }
    const address = await findMadeSubscription(dependencies.database, caller.owner, wanted)
    const made = address && (await readAsMade(call, 'subscription', address))
    return made ? toAnswer(call, made) : null
  },
})

/** Describes it at the request's moment, so that each try tells the same. */
const toAnswer = ({ seed }: MerchantCall, draft: StoredActor<'subscription'>) => ({
  body: toSubscriptionResource(draft, seed.at),
})

/** Reads all that a draft takes from the store; throws `PlanNotFound` or `PlanNotActive`. */
async function readForDraft(
  call: MerchantCall,
  planId: string,
): Promise<{ plan: PlanInput; setup: Setup }> {
  const { dependencies, caller } = call
  const { plan, setup } = await readPlanAndSetup(dependencies.database, caller.owner, planId)
  return { plan: toActivePlan(call, planId, plan), setup }
}

/** @throws PlanNotFound, PlanNotActive */
export async function requireActivePlan(call: MerchantCall, id: string): Promise<PlanInput> {
  const { dependencies, caller } = call
  return toActivePlan(call, id, await findActor(dependencies.database, 'plan', id, caller.owner))
}

function toActivePlan(
  { caller }: MerchantCall,
  id: string,
  plan: StoredActor<'plan'> | null,
): PlanInput {
  if (!plan) throw unknownId(caller.owner, 'plan', id)
  if (plan.status !== 'Active') throw planNotActive(plan.id, plan.status)
  return plan.snapshot.context
}

/** The command by which a plan becomes Active. */
const commandToOffer: Record<Exclude<StatusOf['plan'], 'Active'>, string> = {
  Draft: 'activate',
  Archived: 'restore',
}

function planNotActive(id: string, status: keyof typeof commandToOffer): Problem {
  return new Problem(
    'PlanNotActive',
    `The plan '${id}' is ${status}; make it Active first, by POST /dashboard/api/{test|main}/plans/${id}/${commandToOffer[status]}.`,
    { details: { state: status } },
  )
}

/**
 * Creates a subscription as a Draft. The contract's address follows from the terms, so
 * the answer names it before anything is on the chain.
 */
import { z } from 'zod'
import type { PlanInput } from '../../../machines/plan/plan.events.ts'
import { Problem } from '../../shared/problems.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { SubscriptionResource, toSubscriptionResource } from '../../store/resources/subscription.ts'
import { findActor } from '../../store/views/actors.ts'
import { commandActor } from '../commands.ts'
import { type MerchantCall, merchantRoute } from '../routing/route.ts'
import { CustomerId, PayingAddress, textField, wholeField } from '../schemas/fields.ts'
import { MomentWithOffset } from '../schemas/moment.ts'
import { unknownId } from '../unknown-id.ts'
import { requireReadiness } from './merchant-readiness.ts'
import { toStartMoment, toSubscriptionInput } from './subscription-terms.ts'

const maxPeriodsDefault = 24
const maxPeriodsMax = 65_535
const metadataLengthMax = 4_096

const NewSubscription = z
  .strictObject({
    planId: textField('a plan id', 100).meta({ description: 'An Active plan' }),
    customerId: CustomerId,
    payer: PayingAddress.meta({
      description: 'The address that pays; mixed letter case must be a right EIP-55 checksum',
    }),
    startFrom: MomentWithOffset.meta({
      description:
        'The expected start, ISO 8601 with an offset. The past means at once; at most 5 years ahead.',
      examples: ['2026-01-31T12:00:00Z'],
    }),
    maxPeriods: wholeField(1, maxPeriodsMax)
      .default(maxPeriodsDefault)
      .meta({ description: 'How many charges are allowed at most' }),
    activation: z
      .enum(['automatic', 'manual'], "must be 'automatic' or 'manual'")
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
    const plan = await requireActivePlan(call, call.body.planId)
    const setup = await requireReadiness(call, plan)
    const startFrom = toStartMoment(call.body.startFrom, call.seed.at, call.dependencies.clock)
    const input = toSubscriptionInput(call, { ...call.body, startFrom }, plan, setup)
    const subscription = await commandActor(call, {
      kind: 'subscription',
      entityId: input.contractAddress,
      owner: call.caller.owner,
      event: { type: 'subscription.create', input },
    })
    return { body: toSubscriptionResource(subscription) }
  },
})

async function requireActivePlan(
  { dependencies, caller }: MerchantCall,
  id: string,
): Promise<PlanInput> {
  const plan = await findActor(dependencies.database, 'plan', id, caller.owner)
  if (!plan) throw unknownId(caller.owner, 'plan', id)
  if (plan.status !== 'Active') throw planNotActive(plan)
  return plan.snapshot.context
}

function planNotActive({ id, status }: StoredActor): Problem {
  return new Problem(
    'PlanNotActive',
    `The plan '${id}' is ${status}; make it Active first, by POST /dashboard/api/{test|main}/plans/${id}/${status === 'Archived' ? 'restore' : 'activate'}.`,
    { details: { state: status } },
  )
}

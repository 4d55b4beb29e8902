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
import { MomentWithOffset, PayingAddress, textField, wholeField } from '../schemas/fields.ts'
import { requireReadiness } from './merchant-readiness.ts'
import { toStartMoment, toSubscriptionInput } from './subscription-terms.ts'

const maxPeriodsDefault = 24
const maxPeriodsMax = 65_535
const metadataLengthMax = 4_096

const NewSubscription = z
  .strictObject({
    planId: textField('a plan id', 100).meta({ description: 'An Active plan' }),
    customerId: textField('a customer id', 255).meta({
      description: "The customer's name in your system",
      examples: ['customer-42'],
    }),
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
    metadata: z
      .string('must be a string')
      .max(metadataLengthMax, `must have at most ${metadataLengthMax} characters`)
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
    const startFrom = toStartMoment(call.body.startFrom, call.seed.at)
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
  if (!plan)
    throw new Problem('PlanNotFound', `You have no plan '${id}' on the ${caller.owner.network}.`)
  if (plan.status !== 'Active') throw planNotActive(plan)
  return plan.snapshot.context
}

function planNotActive({ id, status }: StoredActor): Problem {
  return new Problem(
    'PlanNotActive',
    `The plan '${id}' is ${status}; make it Active in the dashboard first.`,
    { details: { state: status } },
  )
}

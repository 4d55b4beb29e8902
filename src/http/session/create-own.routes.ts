import { z } from 'zod'
import type { PlanInput } from '../../../machines/plan/plan.events.ts'
import { Problem } from '../../shared/problems.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { findActor } from '../../store/views/actors.ts'
import { createDraft } from '../new-draft.ts'
import { ContractParams } from '../schemas/path.ts'
import { type Answer, type Call, customerRoute } from '../routing/route.ts'
import { MaxPeriods, Payer, PlanId, StartFrom } from '../schemas/new-subscription.ts'
import { switchPlan, SwitchWish } from '../switch-plan.ts'
import { draftsMax, draftsPerDayMax, requireFewDrafts } from './few-drafts.ts'
import { describeOwnOne, requireOwnSubscription } from './own-subscriptions.ts'
import { notOffered, requireOnOffer } from './plans.routes.ts'
import { OwnSubscription } from './subscription-view.ts'

const answer = { status: 201, description: 'The new Draft.', schema: OwnSubscription } as const
const problems = ['PlanNotFound', 'MerchantNotReady', 'TooManyDrafts'] as const

export const createOwnSubscriptionRoute = customerRoute({
  method: 'POST',
  path: '/session/subscriptions',
  operationId: 'createOwnSubscription',
  tag: 'Subscriptions',
  summary: 'Subscribe to a plan',
  description:
    'Next, the payer approves `contractAddress` as spender of the token; it begins by itself once that is ' +
    `seen, or at once by \`activate\`. A customer has at most ${draftsMax} drafts, and makes at most ${draftsPerDayMax} subscriptions in 24 hours.`,
  body: z
    .strictObject({
      planId: PlanId,
      payer: Payer,
      startFrom: StartFrom.optional(),
      maxPeriods: MaxPeriods,
    })
    .meta({ id: 'NewOwnSubscription' }),
  answer,
  problems: [...problems],
  limit: 'draft',
  async handle(call) {
    const { planId, startFrom = call.seed.at, ...wanted } = call.body
    return createOwn(call, planId, async (plan) => {
      await requireFewDrafts(call)
      const { customerId } = call.caller
      const draft = { plan, customerId, startFrom, activation: 'automatic', ...wanted } as const
      return createDraft(call, draft, 'payer')
    })
  },
})

export const switchOwnRoute = customerRoute({
  method: 'POST',
  path: '/session/subscriptions/{contractAddress}/switch',
  operationId: 'switchOwnSubscription',
  tag: 'Subscriptions',
  summary: 'Switch to another plan',
  description:
    'Makes a Draft of the other plan for the same payer, who approves its `contractAddress` as of any new one; ' +
    'only then is the old one told to end. The same switch again, while that Draft is not approved, answers with it.',
  params: ContractParams,
  body: SwitchWish,
  answer,
  problems: ['SubscriptionNotFound', 'CommandNotAllowed', ...problems],
  limit: 'draft',
  async handle(call) {
    const { dependencies, caller, params } = call
    const old = await requireOwnSubscription(dependencies, caller, params.contractAddress)
    const { planId, ...wanted } = call.body
    return createOwn(call, planId, (plan) =>
      switchPlan(call, old, { plan, ...wanted }, 'payer', () => requireFewDrafts(call)),
    )
  },
})

/** Creates a subscription of the customer, within the bounds of customers and in words for them. */
async function createOwn(
  call: Call<'customer'>,
  planId: string,
  create: (plan: PlanInput) => Promise<StoredActor<'subscription'>>,
): Promise<Answer> {
  const plan = await requireOfferedPlan(call, planId)
  const created = await create(plan).catch((error: unknown) => {
    throw inWordsForPayers(error, call)
  })
  return { body: await describeOwnOne(call.dependencies, call.caller, created) }
}

async function requireOfferedPlan(
  { dependencies: { database }, caller }: Call<'customer'>,
  id: string,
): Promise<PlanInput> {
  const { owner, merchantName } = caller
  requireOnOffer(caller, id)
  const plan = await findActor(database, 'plan', id, owner)
  if (plan?.status !== 'Active') throw notOffered(merchantName, id)
  return plan.snapshot.context
}

/** Customers do not hear what a merchant's setup lacks. */
function inWordsForPayers(error: unknown, { caller: { merchantName } }: Call<'customer'>): unknown {
  if (!(error instanceof Problem) || error.code !== 'MerchantNotReady') return error
  return new Problem(
    'MerchantNotReady',
    `${merchantName} is not ready to take subscriptions to this plan. Nothing was created, and there is nothing that you can do about it; try again later.`,
  )
}

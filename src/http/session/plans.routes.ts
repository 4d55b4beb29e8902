import { z } from 'zod'
import { Problem } from '../../shared/problems.ts'
import { listActiveAssets } from '../../store/merchants/assets.ts'
import { listReceivers } from '../../store/merchants/receivers.ts'
import { findActor } from '../../store/views/actors.ts'
import { listOfferedPlans } from '../../store/views/payers/plans.ts'
import type { CustomerCaller } from '../authentication/customer.ts'
import { customerRoute } from '../routing/route.ts'
import { textField } from '../schemas/fields.ts'
import { tagsParameter } from '../schemas/filters.ts'
import { page, PageResource } from '../schemas/query.ts'
import { OfferedPlan, toOfferedPlan } from './offered-plan.ts'

export const listOfferedPlansRoute = customerRoute({
  method: 'GET',
  path: '/session/plans',
  operationId: 'listOfferedPlans',
  tag: 'Plans',
  summary: 'List the plans on offer',
  description: 'The merchant’s Active plans whose asset is switched on; the newest comes first.',
  query: z.strictObject({ tags: tagsParameter, ...page }),
  answer: {
    description: 'The plans.',
    schema: z.strictObject({ plans: z.array(OfferedPlan), page: PageResource }),
  },
  forLeaving: true,
  async handle({ caller: { owner, planId }, query: { tags, ...shown }, dependencies }) {
    const [plans, receivers] = await Promise.all([
      listOfferedPlans(dependencies.database, owner, { tags, planId }, shown),
      listReceivers(dependencies, owner),
    ])
    const { directory } = dependencies
    return {
      body: { plans: plans.map((one) => toOfferedPlan(one, directory, receivers)), page: shown },
    }
  },
})

export const getOfferedPlanRoute = customerRoute({
  method: 'GET',
  path: '/session/plans/{id}',
  operationId: 'getOfferedPlan',
  tag: 'Plans',
  summary: 'Read one plan on offer',
  description:
    '`MerchantNotReady` while its asset is switched off: nobody can subscribe to it then.',
  params: z.strictObject({ id: textField('a plan id', 100) }),
  answer: { description: 'The plan.', schema: OfferedPlan },
  problems: ['PlanNotFound', 'MerchantNotReady'],
  forLeaving: true,
  async handle({ caller, params: { id }, dependencies }) {
    const { owner, merchantName } = caller
    requireOnOffer(caller, id)
    const [plan, receivers, assets] = await Promise.all([
      findActor(dependencies.database, 'plan', id, owner),
      listReceivers(dependencies, owner),
      listActiveAssets(dependencies, owner),
    ])
    if (plan?.status !== 'Active') throw notOffered(merchantName, id)
    const { asset } = plan.snapshot.context
    if (!assets.includes(asset)) throw notTaken(merchantName, asset)
    return { body: toOfferedPlan(plan, dependencies.directory, receivers) }
  },
})

/** @throws PlanNotFound where a public page has opened the session, and it is the page of another plan */
export function requireOnOffer({ planId, merchantName }: CustomerCaller, id: string): void {
  if (planId !== null && id !== planId) throw notOffered(merchantName, id)
}

/** Drafts and archived plans are the merchant's own affair. */
export const notOffered = (merchantName: string, id: string) =>
  new Problem('PlanNotFound', `${merchantName} does not offer the plan '${id}', or no longer.`)

const notTaken = (merchantName: string, asset: string) =>
  new Problem(
    'MerchantNotReady',
    `${merchantName} does not take ${asset} now, so nobody can subscribe to this plan. There is nothing that you can do about it; try again later.`,
  )

import { z } from 'zod'
import { PlanResource, planStatuses, toPlanResource } from '../../store/resources/plan.ts'
import { listActors } from '../../store/views/actors.ts'
import { merchantRoute } from '../routing/route.ts'
import { listParameter, page, PageResource } from '../schemas/query.ts'

export const listPlansRoute = merchantRoute({
  method: 'GET',
  path: '/integration/subscription-plans',
  operationId: 'listPlans',
  tag: 'Plans',
  summary: 'List plans',
  description:
    'Plans are created in the dashboard; the newest comes first. Without `statusIn`: all of them.',
  query: z.strictObject({ statusIn: listParameter(planStatuses), ...page }),
  answer: {
    status: 200,
    description: 'The plans of this merchant and network.',
    schema: z.strictObject({ plans: z.array(PlanResource), page: PageResource }),
  },
  async handle({ caller: { owner }, query: { limit, offset, ...filter }, dependencies }) {
    const page = { limit, offset }
    const plans = await listActors(dependencies.database, 'plan', owner, filter, page)
    return { body: { plans: plans.map(toPlanResource), page } }
  },
})

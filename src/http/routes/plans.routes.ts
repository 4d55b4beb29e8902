import { z } from 'zod'
import { PlanResource, planStatuses, toPlanResource } from '../../store/resources/plan.ts'
import { planList } from '../../store/lists/plan-list.ts'
import { merchantRoute } from '../routing/route.ts'
import { requireActor } from '../commands.ts'
import { textField } from '../schemas/fields.ts'
import { withTotal } from '../schemas/filters.ts'
import { listParameter, page, PageResource } from '../schemas/query.ts'
import { readListed } from './listed.ts'

export const listPlansRoute = merchantRoute({
  method: 'GET',
  path: '/integration/subscription-plans',
  operationId: 'listPlans',
  tag: 'Plans',
  summary: 'List plans',
  description:
    'Plans are created in the dashboard; the newest comes first. Without `statusIn`: all of them.',
  query: z.strictObject({ statusIn: listParameter(planStatuses), withTotal, ...page }),
  answer: {
    status: 200,
    description: 'The plans of this merchant and network.',
    schema: z.strictObject({ plans: z.array(PlanResource), page: PageResource }),
  },
  async handle({ caller: { owner }, query, dependencies: { database } }) {
    const { rows, page } = await readListed(database, planList, owner, query)
    return { body: { plans: rows.map(toPlanResource), page } }
  },
})

export const getPlanRoute = merchantRoute({
  method: 'GET',
  path: '/integration/subscription-plans/{id}',
  operationId: 'getPlan',
  tag: 'Plans',
  summary: 'Read one plan',
  params: z.strictObject({ id: textField('a plan id', 100) }),
  answer: { status: 200, description: 'The plan as it is now.', schema: PlanResource },
  problems: ['PlanNotFound'],
  async handle({ caller: { owner }, params: { id }, dependencies }) {
    const plan = await requireActor(dependencies, { kind: 'plan', entityId: id, owner })
    return { body: toPlanResource(plan) }
  },
})

import { z } from 'zod'
import { PlanResource, planStatuses, toPlanResource } from '../../core/resources/plan.ts'
import { planList } from '../../store/lists/plan-list.ts'
import { merchantRoute } from '../routing/route.ts'
import { requireActor } from '../commands.ts'
import { answerPage, listPage, ListPageResource, toWanted } from '../lists/page.ts'
import { textField } from '../schemas/fields.ts'
import { listParameter } from '../schemas/query.ts'

export const listPlansRoute = merchantRoute({
  method: 'GET',
  path: '/integration/subscription-plans',
  operationId: 'listPlans',
  tag: 'Plans',
  summary: 'List plans',
  description:
    'Plans are created in the dashboard; the newest comes first. Without `statusIn`: all of them.',
  query: z.strictObject({ statusIn: listParameter(planStatuses), ...listPage }),
  answer: {
    status: 200,
    description: 'The plans of this merchant and network.',
    schema: z.strictObject({ plans: z.array(PlanResource), page: ListPageResource }),
  },
  async handle({ caller: { owner }, query, dependencies: { database, clock } }) {
    const wanted = toWanted(owner, query, clock.now())
    const { rows, page } = await answerPage(database, planList, wanted)
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

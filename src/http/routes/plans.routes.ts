import { z } from 'zod'
import { PlanResource, planStatuses, toPlanResource } from '../../core/resources/plan.ts'
import { planList } from '../../store/lists/plan-list.ts'
import { listRoute } from '../lists/list-route.ts'
import { resourceRoutes } from '../resource-routes.ts'
import type { Route } from '../routing/route.ts'
import { textField } from '../schemas/fields.ts'
import { listParameter } from '../schemas/query.ts'

const path = '/integration/subscription-plans'

const plans = resourceRoutes({
  access: 'merchant',
  kind: 'plan',
  noun: 'Plan',
  tag: 'Plans',
  path,
  params: z.strictObject({ id: textField('a plan id', 100) }),
  schema: PlanResource,
  show: toPlanResource,
})

export const planRoutes: readonly Route[] = [
  listRoute('merchant', {
    name: 'plans',
    path,
    tag: 'Plans',
    description:
      'Plans are created in the dashboard; the newest comes first. Without `statusIn`: all of them.',
    answered: 'The plans of this merchant and network.',
    filter: { statusIn: listParameter(planStatuses) },
    list: planList,
    schema: PlanResource,
    show: (rows) => rows.map(toPlanResource),
  }),
  plans.read({ summary: 'Read one plan' }),
]

/** Plans: made and changed here, and nowhere else. */
import { z } from 'zod'
import { PlanResource, toPlanResource } from '../../../core/resources/plan.ts'
import { listAccepted } from '../../../core/accepted/accepted-commands.ts'
import { commandActor } from '../../commands.ts'
import { resourceRoutes } from '../../resource-routes.ts'
import { memberRoute, type Route } from '../../routing/route.ts'
import { IdParams } from '../../schemas/path.ts'
import { lists } from '../lists/dashboard-lists.ts'
import { memberList } from './member-list.ts'
import { NewPlan, PlanChange, toForm, toTerms } from './plan-terms.ts'

const path = '/dashboard/api/{network}/plans'

const createPlanRoute = memberRoute({
  method: 'POST',
  path,
  operationId: 'createPlan',
  right: 'plans',
  tag: 'Plans',
  summary: 'Create a plan',
  description: 'Next, activate it.',
  body: NewPlan,
  answer: { status: 201, description: 'The new Draft.', schema: PlanResource },
  async handle(call) {
    const { body, caller, seed, dependencies } = call
    const { owner } = caller
    const terms = toTerms(body, dependencies.directory, owner.network)
    const input = { id: seed.id, ...owner, ...terms, createdAt: seed.at.toISOString() }
    const event = { type: 'plan.create', input }
    const plan = await commandActor(call, { kind: 'plan', entityId: seed.id, owner, event })
    return { body: toPlanResource(plan) }
  },
})

const plans = resourceRoutes({
  access: 'member',
  kind: 'plan',
  noun: 'Plan',
  tag: 'Plans',
  path,
  params: IdParams,
  schema: PlanResource,
  show: toPlanResource,
})

export const planRoutes: readonly Route[] = [
  memberList(lists.plans, { schema: PlanResource, show: (rows) => rows.map(toPlanResource) }),
  createPlanRoute,
  plans.read({
    right: 'read',
    summary: 'Read one plan',
    answer: {
      description: 'The plan as it is now.',
      schema: PlanResource.extend({
        actions: z.array(z.string()).meta({ description: 'The commands accepted now' }),
      }).meta({ id: 'PlanWithActions' }),
    },
    show: (plan) => ({ ...toPlanResource(plan), actions: listAccepted('merchant', plan) }),
  }),
  plans.command('update', {
    method: 'PATCH',
    path: `${path}/{id}`,
    operationId: 'changePlan',
    right: 'plans',
    summary: 'Change a plan',
    description: 'A field that is left out keeps its value.',
    body: PlanChange,
    answer: { description: 'The plan after the change.', schema: PlanResource },
    async act(send, { body, caller, dependencies }, plan) {
      const form = NewPlan.parse({ ...toForm(plan), ...body })
      const terms = toTerms(form, dependencies.directory, caller.owner.network)
      return send({ type: 'plan.update', terms })
    },
  }),
  plans.command('activate', { right: 'plans', summary: 'Offer a plan for the first time' }),
  plans.command('archive', { right: 'plans', summary: 'Offer a plan no longer' }),
  plans.command('restore', { right: 'plans', summary: 'Offer an archived plan again' }),
]

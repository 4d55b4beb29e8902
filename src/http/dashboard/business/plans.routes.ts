/** Plans: made and changed here, and nowhere else. */
import { z } from 'zod'
import { PlanResource, toPlanResource } from '../../../core/resources/plan.ts'
import { listAccepted } from '../../../core/accepted/accepted-commands.ts'
import { commandActor, requireActor, type Target } from '../../commands.ts'
import { type Call, memberRoute, type Route } from '../../routing/route.ts'
import { NoFields } from '../../schemas/fields.ts'
import { IdParams } from '../../schemas/path.ts'
import { lists } from '../lists/dashboard-lists.ts'
import { answerPage, countedPage, ListPageResource, toWanted } from '../../lists/page.ts'
import { NewPlan, PlanChange, toForm, toTerms } from './plan-terms.ts'

const path = '/dashboard/api/{network}/plans'

export const listPlansRoute = memberRoute({
  method: 'GET',
  path,
  operationId: 'listPlans',
  right: 'read',
  tag: 'Plans',
  summary: 'List plans',
  description: 'The newest comes first.',
  query: z.strictObject({ ...countedPage, ...lists.plans.filter }),
  answer: {
    status: 200,
    description: 'The plans that match.',
    schema: z.strictObject({ plans: z.array(PlanResource), page: ListPageResource }),
  },
  async handle({ query, caller: { owner }, dependencies: { database, clock } }) {
    const { rows, page } = await answerPage(
      database,
      lists.plans.list,
      toWanted(owner, query, clock.now()),
    )
    return { body: { plans: rows.map(toPlanResource), page } }
  },
})

export const createPlanRoute = memberRoute({
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

export const readPlanRoute = memberRoute({
  method: 'GET',
  path: `${path}/{id}`,
  operationId: 'readPlan',
  right: 'read',
  tag: 'Plans',
  summary: 'Read one plan',
  params: IdParams,
  answer: {
    status: 200,
    description: 'The plan as it is now.',
    schema: PlanResource.extend({
      actions: z.array(z.string()).meta({ description: 'The commands accepted now' }),
    }).meta({ id: 'PlanWithActions' }),
  },
  problems: ['PlanNotFound'],
  async handle(call) {
    const plan = await requireActor(call.dependencies, targetOf(call))
    return { body: { ...toPlanResource(plan), actions: listAccepted('merchant', plan) } }
  },
})

export const changePlanRoute = memberRoute({
  method: 'PATCH',
  path: `${path}/{id}`,
  operationId: 'changePlan',
  right: 'plans',
  tag: 'Plans',
  summary: 'Change a plan',
  description: 'A field that is left out keeps its value.',
  params: IdParams,
  body: PlanChange,
  answer: { status: 200, description: 'The plan after the change.', schema: PlanResource },
  problems: ['PlanNotFound', 'CommandNotAllowed'],
  async handle(call) {
    const target = targetOf(call)
    const plan = await requireActor(call.dependencies, target)
    const form = NewPlan.parse({ ...toForm(plan), ...call.body })
    const terms = toTerms(form, call.dependencies.directory, target.owner.network)
    const event = { type: 'plan.update', terms }
    return { body: toPlanResource(await commandActor(call, { ...target, event })) }
  },
})

export const activatePlanRoute = commandRoute('activate', 'Offer a plan for the first time')
export const archivePlanRoute = commandRoute('archive', 'Offer a plan no longer')
export const restorePlanRoute = commandRoute('restore', 'Offer an archived plan again')

function commandRoute(
  command: 'activate' | 'archive' | 'restore',
  summary: string,
): Route<'member'> {
  return memberRoute({
    method: 'POST',
    path: `${path}/{id}/${command}`,
    operationId: `${command}Plan`,
    right: 'plans',
    tag: 'Plans',
    summary,
    params: IdParams,
    body: NoFields,
    answer: { status: 200, description: 'The plan after the command.', schema: PlanResource },
    problems: ['PlanNotFound', 'CommandNotAllowed'],
    async handle(call) {
      const target = targetOf(call)
      await requireActor(call.dependencies, target)
      const event = { type: `plan.${command}` }
      return { body: toPlanResource(await commandActor(call, { ...target, event })) }
    },
  })
}

const targetOf = ({
  params,
  caller,
}: Call<'member', z.output<typeof IdParams>>): Target<'plan'> => ({
  kind: 'plan',
  entityId: params.id,
  owner: caller.owner,
})

/** Plans: made and changed here, and nowhere else. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { newId } from '../../shared/ids.ts'
import { planStatuses, toPlanResource } from '../../store/resources/plan.ts'
import { listActors } from '../../store/views/actors.ts'
import { listOf, page } from '../schemas/query.ts'
import { createActor, requireActor, sendCommand } from './command.ts'
import type { DashboardDependencies } from './dependencies.ts'
import { toFilter } from './filter.ts'
import { IdParams, parse } from './parse.ts'
import { NewPlan, PlanChange, toForm, toTerms } from './plan-terms.ts'
import { ownerOf } from './session.ts'

const ListQuery = z.strictObject({ ...page, statusIn: listOf(planStatuses) })

export function planRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { database, directory, clock } = dependencies

  app.get('/plans', async (request) => {
    const { limit, offset, ...wanted } = parse(request, { query: ListQuery }).query
    const found = await listActors(database, 'plan', ownerOf(request), toFilter(wanted), {
      limit,
      offset,
    })
    const plans = found.actors.map(toPlanResource)
    return { plans, page: { limit, offset, total: found.total } }
  })

  app.post('/plans', async (request, reply) => {
    const owner = ownerOf(request)
    const { body } = parse(request, { body: NewPlan })
    const terms = toTerms(body, directory, owner.network)
    const now = clock.now()
    const id = newId(now)
    const input = { id, ...owner, ...terms, createdAt: now.toISOString() }
    const plan = await createActor(dependencies, { kind: 'plan', id, owner }, input)
    reply.code(201)
    return toPlanResource(plan)
  })

  app.get('/plans/:id', async (request) => {
    const { id } = parse(request, { params: IdParams }).params
    const owner = ownerOf(request)
    return toPlanResource(await requireActor(dependencies, { kind: 'plan', id, owner }))
  })

  app.patch('/plans/:id', async (request) => {
    const { params, body } = parse(request, { params: IdParams, body: PlanChange })
    const target = { kind: 'plan', id: params.id, owner: ownerOf(request) } as const
    const plan = await requireActor(dependencies, target)
    const form = NewPlan.parse({ ...toForm(plan), ...body })
    const terms = toTerms(form, directory, target.owner.network)
    return toPlanResource(await sendCommand(dependencies, target, { type: 'plan.update', terms }))
  })

  for (const command of ['activate', 'archive', 'restore'] as const)
    app.post(`/plans/:id/${command}`, async (request) => {
      const { id } = parse(request, { params: IdParams }).params
      const target = { kind: 'plan', id, owner: ownerOf(request) } as const
      return toPlanResource(await sendCommand(dependencies, target, { type: `plan.${command}` }))
    })
}

/** Where an actor is in its machine, how it got there, and what happens next. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isAddress, getAddress } from 'viem'
import { z } from 'zod'
import { Problem } from '../../shared/problems.ts'
import { type ActorKind, actorKinds, type StoredActor } from '../../shared/stored-actor.ts'
import { drawActor } from '../../store/views/diagram.ts'
import { readHistory } from '../../store/views/history.ts'
import { openToMerchant } from '../open-actions.ts'
import { page } from '../schemas/query.ts'
import { requireActor } from './command.ts'
import type { DashboardDependencies } from './dependencies.ts'
import { IdParams, parse, PathText } from './parse.ts'
import { ownerOf } from './session.ts'
import { verificationOf } from './verification.routes.ts'

const EntityParams = IdParams.extend({ entity: PathText })
const PageQuery = z.strictObject(page)

/** A drawing may style itself and do nothing else, wherever it is opened. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'"

export function historyRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/:entity/:id/history', async (request) => {
    const { limit, offset } = parse(request, { query: PageQuery }).query
    const actor = await findEntity(dependencies, request)
    const { total, ...history } = await readHistory(dependencies.database, actor, { limit, offset })
    const { kind, id } = actor
    const actions = openToMerchant(actor)
    return { kind, id, ...history, actions, page: { limit, offset, total } }
  })

  app.get('/:entity/:id/diagram.svg', async (request, reply) => {
    const actor = await findEntity(dependencies, request)
    const drawing = await drawActor(actor)
    if (!drawing) throw new Problem('NotFound', `There is no drawing of the ${actor.kind} machine.`)
    reply.header('content-type', 'image/svg+xml; charset=utf-8')
    reply.header('content-security-policy', drawingPolicy)
    return drawing
  })
}

async function findEntity(
  dependencies: DashboardDependencies,
  request: FastifyRequest,
): Promise<StoredActor> {
  const { entity, id } = parse(request, { params: EntityParams }).params
  const kind = actorKinds.find(
    (candidate) => entity === candidate || entity === pluralOf(candidate),
  )
  if (!kind) throw new Problem('NotFound', `There is nothing called '${entity}'.`)
  const owner = ownerOf(request)
  if (kind === 'verification' && id === owner.merchantId)
    return requireActor(dependencies, verificationOf(id))
  return requireActor(dependencies, { kind, id: isAddress(id) ? getAddress(id) : id, owner })
}

const pluralOf = (kind: ActorKind) => (kind === 'delivery' ? 'deliveries' : `${kind}s`)

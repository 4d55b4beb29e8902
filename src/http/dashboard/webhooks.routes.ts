/** The webhook endpoint, and what became of every event that was sent there. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { badRequest, Problem } from '../../shared/problems.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { enqueueTestEvent } from '../../store/merchants/test-event.ts'
import { findWebhookEndpoint, setWebhookEndpoint } from '../../store/merchants/webhook-endpoints.ts'
import { deliveryStatuses, toDeliveryResource } from '../../store/resources/delivery.ts'
import { listActors } from '../../store/views/actors.ts'
import { findEvent } from '../../store/views/events.ts'
import { listOf, page, single } from '../schemas/query.ts'
import { requireActor, sendCommand } from './command.ts'
import type { RateLimiter } from '../routing/rate-limits.ts'
import type { DashboardDependencies } from './dependencies.ts'
import { toFilter } from './filter.ts'
import { IdParams, parse } from './parse.ts'
import { ownerOf } from './session.ts'

const urlLengthMax = 2_048

const Endpoint = z.strictObject({
  /** Null takes the endpoint away. */
  url: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
    .max(urlLengthMax, `must have at most ${urlLengthMax} characters`)
    .refine((url) => !new URL(url).username && !new URL(url).password, 'must carry no credentials')
    .nullable(),
})

const DeliveryQuery = z.strictObject({
  ...page,
  statusIn: listOf(deliveryStatuses),
  eventType: single(z.string()).optional(),
  eventId: single(z.string()).optional(),
})

export function endpointRoutes(
  app: FastifyInstance,
  dependencies: DashboardDependencies,
  limiter: RateLimiter,
): void {
  const { bus } = dependencies

  app.get('/webhook-endpoint', async (request) => {
    const endpoint = await findWebhookEndpoint(dependencies, ownerOf(request))
    return { url: endpoint?.url ?? null, updatedAt: endpoint?.updatedAt ?? null }
  })

  app.put('/webhook-endpoint', async (request) => {
    const { url } = parse(request, { body: Endpoint }).body
    const isPlain = url !== null && new URL(url).protocol === 'http:'
    if (isPlain && ownerOf(request).network === 'MainNet')
      throw badRequest([{ path: 'url', message: 'must be https on the main network' }])
    await setWebhookEndpoint(dependencies, ownerOf(request), url)
    return { url }
  })

  app.post('/webhook-endpoint/test', limitResends(limiter), async (request, reply) => {
    const owner = ownerOf(request)
    const endpoint = await findWebhookEndpoint(dependencies, owner)
    if (!endpoint)
      throw new Problem('NotFound', 'There is no webhook endpoint yet: set its url first.')
    const testId = await enqueueTestEvent(dependencies, owner, endpoint.id)
    bus.wake('event')
    reply.code(202)
    return { testId, url: endpoint.url }
  })
}

export function deliveryRoutes(
  app: FastifyInstance,
  dependencies: DashboardDependencies,
  limiter: RateLimiter,
): void {
  const { database } = dependencies

  app.get('/deliveries', async (request) => {
    const { limit, offset, ...wanted } = parse(request, { query: DeliveryQuery }).query
    const found = await listActors(database, 'delivery', ownerOf(request), toFilter(wanted), {
      limit,
      offset,
    })
    const deliveries = found.actors.map(toDeliveryResource)
    return { deliveries, page: { limit, offset, total: found.total } }
  })

  app.get('/deliveries/:id', async (request) => {
    const { id } = parse(request, { params: IdParams }).params
    const owner = ownerOf(request)
    return describe(owner, await requireActor(dependencies, { kind: 'delivery', id, owner }))
  })

  app.post('/deliveries/:id/resend', limitResends(limiter), async (request) => {
    const { id } = parse(request, { params: IdParams }).params
    const target = { kind: 'delivery', id, owner: ownerOf(request) } as const
    return toDeliveryResource(await sendCommand(dependencies, target, { type: 'delivery.resend' }))
  })

  async function describe(owner: ReturnType<typeof ownerOf>, actor: StoredActor<'delivery'>) {
    const delivery = toDeliveryResource(actor)
    const event = await findEvent(database, owner, delivery.eventId)
    return { ...delivery, body: event?.body ?? null }
  }
}

/** Whatever makes a request to the merchant's endpoint at once. */
const limitResends = (limiter: RateLimiter) => ({
  onRequest: async (request: FastifyRequest) => limiter.countResend(ownerOf(request)),
})

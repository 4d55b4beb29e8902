/** The way of one request: who it is, how often, what it says, and then its handler. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '../../shared/ids.ts'
import { Problem, toProblemBody } from '../../shared/problems.ts'
import type { StoredAnswer, Seed } from '../../store/idempotency.ts'
import type { ApiKeyCache } from '../authentication/api-key-cache.ts'
import { authenticate, type Caller } from '../authentication/authenticate.ts'
import type { KeyUses } from '../authentication/key-uses.ts'
import { oncePerSignature } from '../authentication/replays.ts'
import type { SignedRequest } from '../authentication/signature.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { refuseForgery } from '../requests/forgery.ts'
import { parseInput, type Parts } from '../requests/input.ts'
import { parseJsonBody, requireJsonType } from '../requests/json-body.ts'
import { readQuery } from '../requests/query-string.ts'
import { answerOnce, readIdempotencyKey } from './idempotent-answer.ts'
import type { RateLimiter } from './rate-limits.ts'
import type { MerchantRoute, PublicRoute, Route } from './route.ts'

export type Surroundings = {
  services: HttpDependencies
  keys: ApiKeyCache
  uses: KeyUses
  limiter: RateLimiter
}

export async function answerRequest(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  surroundings: Surroundings,
): Promise<FastifyReply> {
  return route.access === 'public'
    ? answerPublic(route, request, reply, surroundings)
    : answerMerchant(route, request, reply, surroundings)
}

async function answerPublic(
  route: PublicRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  { services, limiter }: Surroundings,
): Promise<FastifyReply> {
  limiter.countPublic(request)
  const input = readInput(route, request)
  const answer = await route.handle({ ...input, seed: newSeed(services), services })
  return reply.code(answer.status ?? route.answer.status).send(answer.body)
}

async function answerMerchant(
  route: MerchantRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  surroundings: Surroundings,
): Promise<FastifyReply> {
  const { services } = surroundings
  await refuseForgery(services.settings.baseUrl)(request)
  const caller = await letIn(request, surroundings)
  if (route.isResend) surroundings.limiter.countResend(caller.owner)
  const input = readInput(route, request)
  const handle = async (seed: Seed): Promise<StoredAnswer> => {
    const { body, status } = await route.handle({ ...input, seed, services, caller })
    return { status: status ?? route.answer.status, body: JSON.stringify(body) }
  }
  const seed = newSeed(services)
  const key = route.method === 'POST' ? readIdempotencyKey(request.raw.rawHeaders) : null
  const answerIt = async () =>
    key === null
      ? { ...(await handle(seed)), isReplayed: false }
      : answerOnce(
          toSigned(request),
          { services, caller, key, seed, isSecret: route.isSecret ?? false },
          (reserved) => handle(reserved).catch(toKeptProblem),
        )
  const answer =
    route.method === 'POST'
      ? await oncePerSignature(services, { caller, idempotencyKey: key }, answerIt)
      : await answerIt()
  if (answer.isReplayed) reply.header('idempotent-replayed', 'true')
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body)
}

/** Authenticates and counts; who fails to authenticate is counted by address. */
async function letIn(
  request: FastifyRequest,
  { services, keys, uses, limiter }: Surroundings,
): Promise<Caller> {
  limiter.requireFewFailures(request)
  const signed = { ...toSigned(request), rawHeaders: request.raw.rawHeaders }
  try {
    const caller = await authenticate(signed, { keys, ...services })
    limiter.countMerchant(caller.owner)
    uses.note(caller.keyName)
    return caller
  } catch (error) {
    if (error instanceof Problem && error.code !== 'TooManyRequests') limiter.countFailure(request)
    throw error
  }
}

function readInput(route: Route, request: FastifyRequest): Parts {
  const bytes = bodyOf(request)
  if (bytes.length > 0) requireJsonType(request.headers['content-type'])
  return parseInput(route, {
    params: request.params,
    query: route.query && readQuery(targetOf(request)),
    body: route.body && parseJsonBody(bytes),
  })
}

/** A problem that a handler answers with is an answer like any other, to be kept and replayed. */
function toKeptProblem(error: unknown): StoredAnswer {
  if (!(error instanceof Problem) || error.status >= 500) throw error
  return { status: error.status, body: JSON.stringify(toProblemBody(error)) }
}

const targetOf = (request: FastifyRequest) => request.raw.url ?? '/'

const bodyOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

const toSigned = (request: FastifyRequest): SignedRequest => ({
  method: request.method,
  target: targetOf(request),
  body: bodyOf(request),
})

function newSeed({ clock }: HttpDependencies): Seed {
  const at = clock.now()
  return { id: newId(at), at }
}

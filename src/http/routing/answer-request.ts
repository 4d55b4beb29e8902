/** Answers one request: lets the caller in, counts, parses, and calls the route's handler. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '../../shared/ids.ts'
import { Problem, toProblemBody } from '../../shared/problems.ts'
import type { Seed } from '../../store/idempotency.ts'
import { useSignatureOnce } from '../authentication/replays.ts'
import type { RouteDependencies } from '../dependencies.ts'
import { toProblem } from '../error-answers.ts'
import {
  answerOnce,
  type FinalAnswer,
  type HandledAnswer,
  readIdempotencyKey,
} from './idempotent-answer.ts'
import { letIn } from './let-in.ts'
import { type LineStream, openLines } from './line-stream.ts'
import type { RateLimiter } from './rate-limits.ts'
import { readInput, toSigned } from './request-parts.ts'
import type { Answer, Call, MerchantRoute, Route } from './route.ts'

const jsonType = 'application/json; charset=utf-8'

export async function answerRequest(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: RouteDependencies,
): Promise<FastifyReply> {
  if (route.access === 'merchant') return answerMerchant(route, request, reply, dependencies)
  const caller = await letIn[route.access](request, dependencies, route.limit)
  const call = {
    ...readInput(route, request),
    caller,
    dependencies,
    seed: newSeed(dependencies),
    isRepeat: false,
  }
  // The table of `letIn` gives each route the caller of its access.
  const answer = (route as { handle(call: Call): Promise<Answer> }).handle(call)
  const counted =
    route.limit === 'guess' ? countGuess(request, dependencies.limiter, answer) : answer
  return sendAnswer(route, reply, await counted)
}

async function answerMerchant(
  route: MerchantRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: RouteDependencies,
): Promise<FastifyReply> {
  const caller = await letIn.merchant(request, dependencies, route.limit)
  const input = readInput(route, request)
  const lines = route.isStreamed ? openLines(request, reply) : null
  const listening = lines && { reportStep: (step: unknown) => lines.send('step', step) }
  const handle = async (seed: Seed, isRepeat: boolean): Promise<HandledAnswer> => {
    const tried = { seed, isRepeat }
    const answer = await route.handle({ ...input, ...listening, ...tried, dependencies, caller })
    const { body, status = route.answer.status, isWithoutEffect = false } = answer
    return { status, body: JSON.stringify(body), isWithoutEffect }
  }
  const seed = newSeed(dependencies)
  const key = route.method === 'POST' ? readIdempotencyKey(request.raw.rawHeaders) : null
  const answerIt = async () =>
    key === null
      ? { ...(await handle(seed, false)), isReplayed: false }
      : answerOnce(
          toSigned(request),
          { dependencies, caller, key, seed, isSecret: route.isSecret ?? false },
          handle,
        )
  const answering =
    route.method === 'POST'
      ? useSignatureOnce(dependencies, { caller, idempotencyKey: key }, answerIt)
      : answerIt()
  if (lines) return endLines(lines, reply, answering, dependencies)
  const answer = await answering
  if (answer.isReplayed) reply.header('idempotent-replayed', 'true')
  return reply.code(answer.status).type(jsonType).send(answer.body)
}

/** Ends with the answer as the last line; a problem is one too, unless nothing was sent before it. */
async function endLines(
  lines: LineStream,
  reply: FastifyReply,
  answering: Promise<FinalAnswer>,
  { log }: RouteDependencies,
): Promise<FastifyReply> {
  try {
    const { isReplayed, body } = await answering
    if (isReplayed && !lines.hasBegun) reply.header('idempotent-replayed', 'true')
    lines.end('answer', body)
  } catch (error) {
    lines.stop()
    if (!lines.hasBegun) throw error
    lines.end('problem', JSON.stringify(toProblemBody(toProblem(error, log))))
  }
  return reply
}

function sendAnswer(
  { answer }: Route,
  reply: FastifyReply,
  { status = answer.status, headers = {}, cookie, body }: Answer,
): FastifyReply {
  reply.code(status).headers(headers)
  if (cookie) reply.setCookie(cookie.name, cookie.value, cookie.options)
  if ('schema' in answer) return reply.type(jsonType).send(JSON.stringify(body))
  return 'mediaType' in answer ? reply.type(answer.mediaType).send(body) : reply.send()
}

/** Counts a `NotFound` as a failure of the address: it may have guessed at a secret. */
async function countGuess(
  request: FastifyRequest,
  limiter: RateLimiter,
  answer: Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Problem && error.code === 'NotFound') limiter.countFailure(request)
    throw error
  }
}

function newSeed({ clock }: RouteDependencies): Seed {
  const at = clock.now()
  return { id: newId(at), at }
}

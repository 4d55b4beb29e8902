/** Answers one request: lets the caller in, counts, parses, and calls the route's handler. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorText } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import type { ReservedKey } from '../../shared/message.ts'
import type { Owner } from '../../shared/owner.ts'
import { Problem, toProblemBody } from '../../shared/problems.ts'
import type { Seed } from '../../store/idempotency.ts'
import type { AuditTrail } from '../../store/people/audit.ts'
import { beginTrail } from '../authentication/audit.ts'
import { requireRight } from '../authentication/customer.ts'
import { requireProofInCall } from '../authentication/given-proof.ts'
import { useSignature } from '../authentication/replays.ts'
import { cellOfCall, cellOfCaller } from '../cells/cell-of-request.ts'
import { toProblem } from '../error-answers.ts'
import { toCountedAddress } from '../requests/client-address.ts'
import { noteProblem } from '../request-log/logged-calls.ts'
import {
  answerOnce,
  type FinalAnswer,
  type HandledAnswer,
  readIdempotencyKey,
} from './idempotent-answer.ts'
import { letIn, letInTo } from './let-in.ts'
import { type LineStream, openLines } from './line-stream.ts'
import type { RateLimiter } from './rate-limits.ts'
import { readInput, toSigned } from './request-parts.ts'
import {
  type Answer,
  type Call,
  type CustomerRoute,
  type Handled,
  type MerchantRoute,
  type Route,
  takesIdempotencyKeys,
} from './route.ts'
import type { RouteDependencies } from '../cells/cells.ts'
import type { Person } from '../authentication/people.ts'

const jsonType = 'application/json; charset=utf-8'

export async function answerRequest(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  home: RouteDependencies,
): Promise<FastifyReply> {
  const ofCaller = await cellOfCaller(route, request, home)
  if (route.access === 'merchant') return answerMerchant(route, request, reply, ofCaller)
  if (route.access === 'customer') return answerCustomer(route, request, reply, ofCaller)
  const caller = await letInTo(route, request, ofCaller)
  const input = readInput(route, request)
  const { body } = input
  // The table of `letIn` gives each route the caller of its access.
  const handled = route as Handled<Call>
  if ('needsProof' in route && route.needsProof === 'inCall') {
    const judge = async () => handled.judge?.({ body, caller, dependencies: ofCaller })
    await requireProofInCall(ofCaller, caller as Person, { body, judge })
  }
  const dependencies = await cellOfCall(route, request, input, ofCaller)
  const audit = beginTrail(route, caller, input, dependencies)
  const call = {
    ...input,
    caller,
    audit,
    dependencies,
    seed: seedOf(route, request, caller, dependencies),
    isRepeat: false,
  }
  const answer = handled.handle(call)
  const counted =
    route.limit === 'guess' ? countGuess(request, dependencies.limiter, answer) : answer
  const answered = await counted
  await finishTrail(audit, dependencies)
  return sendAnswer(route, reply, answered)
}

/** A change that was made stays: the operator hears that its entry could not be written, not the caller. */
async function finishTrail(
  audit: AuditTrail | undefined,
  { database, log }: RouteDependencies,
): Promise<void> {
  try {
    await audit?.finish(database.pool)
  } catch (error) {
    log.error({ error: errorText(error) }, 'an entry of the audit log could not be written')
  }
}

async function answerMerchant(
  route: MerchantRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: RouteDependencies,
): Promise<FastifyReply> {
  const caller = await letIn.merchant(request, dependencies, route)
  const input = readInput(route, request)
  const lines = route.isStreamed ? openLines(request, reply) : null
  const listening = lines && { reportStep: (step: unknown) => lines.send('step', step) }
  const key = keyOf(route, request)
  const toCall = (tried: Tried) => ({ ...input, ...listening, ...tried, dependencies, caller })
  const asked = { route, request, dependencies, owner: caller.owner, keySpace: '', key }
  const answerIt = () =>
    answerByKey(
      asked,
      (tried) => route.handle(toCall(tried)),
      route.retell && ((tried) => route.retell!(toCall(tried))),
    )
  const answering =
    route.method === 'POST'
      ? useSignature(
          dependencies,
          { caller, idempotencyKey: key, address: toCountedAddress(request) },
          answerIt,
        )
      : answerIt()
  if (lines) return endLines(lines, reply, answering, dependencies)
  return sendFinal(reply, await answering)
}

async function answerCustomer(
  route: CustomerRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: RouteDependencies,
): Promise<FastifyReply> {
  const caller = await letIn.customer(request, dependencies, route)
  requireRight(caller, route)
  const input = readInput(route, request)
  const { limiter } = dependencies
  if (route.limit === 'change') limiter.countChange(caller, route.operationId, request)
  if (route.method === 'GET') {
    const tried = { seed: newSeed(dependencies), isRepeat: false }
    return sendAnswer(
      route,
      reply,
      await route.handle({ ...input, ...tried, dependencies, caller }),
    )
  }
  const { owner, customerId } = caller
  // No header can hold a line break, so no key of the merchant's own is one of these.
  const keySpace = `customer ${customerId}\n`
  const asked = { route, request, dependencies, owner, keySpace, key: keyOf(route, request) }
  const answerIt = () =>
    answerByKey(asked, (tried) => route.handle({ ...input, ...tried, dependencies, caller }))
  if (route.limit !== 'draft') return sendFinal(reply, await answerIt())
  const takeBack = limiter.countDraft(caller, request)
  return sendFinal(reply, await keepCounted(answerIt(), takeBack))
}

/** Takes the count back where nothing was made: after a refusal, and for an answer of before. */
async function keepCounted(
  answering: Promise<FinalAnswer>,
  takeBack: () => void,
): Promise<FinalAnswer> {
  try {
    const answer = await answering
    if (answer.isReplayed) takeBack()
    return answer
  } catch (error) {
    // After a 5xx the draft may exist, so it stays counted.
    if (error instanceof Problem && error.status < 500) takeBack()
    throw error
  }
}

type Asked = {
  route: MerchantRoute | CustomerRoute
  request: FastifyRequest
  dependencies: RouteDependencies
  owner: Owner
  keySpace: string
  key: string | null
}
type Tried = { seed: Seed; isRepeat: boolean; reserved?: ReservedKey }

const keyOf = (route: Route, { raw }: FastifyRequest): string | null =>
  takesIdempotencyKeys(route) ? readIdempotencyKey(raw.rawHeaders) : null

/** Handles the request, once for its Idempotency-Key where it has one. */
async function answerByKey(
  { route, request, dependencies, owner, keySpace, key }: Asked,
  act: (tried: Tried) => Promise<Answer>,
  retell?: (tried: Tried) => Promise<Answer | null>,
): Promise<FinalAnswer> {
  const toHandled = (answer: Answer): HandledAnswer => {
    const { body, status = route.answer.status, isWithoutEffect = false } = answer
    return { status, body: JSON.stringify(body), isWithoutEffect }
  }
  const seed = newSeed(dependencies)
  if (key === null) return { ...toHandled(await act({ seed, isRepeat: false })), isReplayed: false }
  const handle = async (seed: Seed, isRepeat: boolean): Promise<HandledAnswer> => {
    const reserved = retell && { reserved: { key: `${keySpace}${key}`, seedId: seed.id } }
    const tried = { seed, isRepeat, ...reserved }
    const told = isRepeat ? await retell?.(tried) : null
    return told ? { ...toHandled(told), isRetold: true } : toHandled(await act(tried))
  }
  const isSecret = route.isSecret ?? false
  const isRetold = retell !== undefined
  const options = { dependencies, owner, keySpace, key, seed, isSecret, isRetold }
  return answerOnce(toSigned(request), options, handle)
}

function sendFinal(reply: FastifyReply, { isReplayed, status, body }: FinalAnswer): FastifyReply {
  if (isReplayed) reply.header('idempotent-replayed', 'true')
  return reply.code(status).type(jsonType).send(body)
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
    const problem = toProblem(error, log)
    noteProblem(reply.request, problem.code)
    const { id: requestId } = reply.request
    lines.end('problem', JSON.stringify({ ...toProblemBody(problem), requestId }))
  }
  return reply
}

async function sendAnswer(
  { answer }: Route,
  reply: FastifyReply,
  { status = answer.status, headers = {}, cookie, body, stream }: Answer,
): Promise<FastifyReply> {
  if (stream) {
    await stream(reply)
    return reply
  }
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

/**
 * Seeds a command with an Idempotency-Key: the same person, route and key give the same seed, so its message is taken
 * once.
 */
function seedOf(
  route: Route,
  request: FastifyRequest,
  caller: object | null,
  dependencies: RouteDependencies,
): Seed {
  const key = keyOf(route, request)
  if (key === null) return newSeed(dependencies)
  const { account } = caller as Person
  const hash = createHash('sha256').update(`${route.operationId} ${key}`).digest('base64url')
  return { id: `keyed/${account.id}/${hash}`, at: dependencies.clock.now() }
}

function newSeed({ clock }: RouteDependencies): Seed {
  const at = clock.now()
  return { id: newId(at), at }
}

/** Answers one request: lets the caller in, counts, parses, and calls the route's handler. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorText } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { Problem, toProblemBody } from '../../shared/problems.ts'
import type { Seed } from '../../store/idempotency.ts'
import type { AuditTrail } from '../../store/people/audit.ts'
import { beginTrail } from '../authentication/audit.ts'
import type { Caller } from '../authentication/authenticate.ts'
import type { CustomerCaller } from '../authentication/customer.ts'
import { requireProofInCall } from '../authentication/given-proof.ts'
import { useSignature } from '../authentication/replays.ts'
import { cellOfCall, cellOfCaller } from '../cells/cell-of-request.ts'
import { toProblem } from '../error-answers.ts'
import { toCountedAddress } from '../requests/client-address.ts'
import { noteProblem } from '../request-log/logged-calls.ts'
import {
  answerOnce,
  type HandledAnswer,
  readIdempotencyKey,
  type Try,
} from './idempotent-answer.ts'
import { letInTo } from './let-in.ts'
import { type LineStream, openLines } from './line-stream.ts'
import { readInput, toSigned } from './request-parts.ts'
import { type Answer, type Call, type Handled, type Route, takesIdempotencyKeys } from './route.ts'
import type { RouteDependencies } from '../cells/cells.ts'
import type { Person } from '../authentication/people.ts'

const jsonType = 'application/json; charset=utf-8'

/** A call whose handler has no seed yet, and its Idempotency-Key. */
type UnseededCall = Omit<Call, 'seed' | 'isRepeat' | 'reserved' | 'granted'> & {
  key: string | null
}
/** Resolves once the signature of the request counts, and where none is asked for. */
type Admission = Promise<void>
/** An answer, or the text of one that is kept for its key. */
type Answered = Answer & { json?: string; isReplayed?: boolean }

export async function answerRequest(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  home: RouteDependencies,
): Promise<FastifyReply> {
  const ofCaller = await cellOfCaller(route, request, home)
  const caller = await letInTo(route, request, ofCaller)
  const input = readInput(route, request)
  if (route.limit === 'change')
    ofCaller.limiter.countChange(caller as CustomerCaller, route.operationId, request)
  if ('needsProof' in route && route.needsProof === 'inCall') {
    const { body } = input
    const judge = async () => handlerOf(route).judge?.({ body, caller, dependencies: ofCaller })
    await requireProofInCall(ofCaller, caller as Person, { body, judge })
  }
  const dependencies = await cellOfCall(route, request, input, ofCaller)
  const audit = beginTrail(route, caller, input, dependencies)
  const key = takesIdempotencyKeys(route) ? readIdempotencyKey(request.raw.rawHeaders) : null
  const lines = route.isStreamed ? openLines(request, reply) : null
  const listening = lines && { reportStep: (step: unknown) => lines.send('step', step) }
  const unseeded = { ...input, ...listening, caller, audit, dependencies, key }
  const answering = answerWithinLimits(route, request, unseeded)
  if (lines) return endLines(lines, reply, answering, dependencies)
  const answered = await answering
  await finishTrail(audit, dependencies)
  return sendAnswer(route, reply, answered)
}

/** The table of `letIn` gives each route the caller of its access. */
const handlerOf = (route: Route) => route as Handled<Call>

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

/** Counts what is known only with the answer: drafts that were made, wrong guesses, signatures that were used. */
async function answerWithinLimits(
  route: Route,
  request: FastifyRequest,
  unseeded: UnseededCall,
): Promise<Answered> {
  const answer = (admitted: Admission) => answerByKey(route, request, unseeded, admitted)
  const answerAtOnce = () => answer(Promise.resolve())
  const { caller, dependencies, key: idempotencyKey } = unseeded
  const { limiter } = dependencies
  if (route.access === 'merchant' && route.method === 'POST') {
    const address = toCountedAddress(request)
    return useSignature(dependencies, { caller: caller as Caller, idempotencyKey, address }, answer)
  }
  if (route.limit === 'draft')
    return keepCounted(answerAtOnce, limiter.countDraft(caller as CustomerCaller, request))
  return route.limit === 'guess'
    ? countGuess(answerAtOnce, () => limiter.countFailure(request))
    : answerAtOnce()
}

/** Takes the count back where nothing was made: after a refusal, and for an answer of before. */
async function keepCounted(
  answer: () => Promise<Answered>,
  takeBack: () => void,
): Promise<Answered> {
  try {
    const answered = await answer()
    if (answered.isReplayed) takeBack()
    return answered
  } catch (error) {
    // After a 5xx the draft may exist, so it stays counted.
    if (error instanceof Problem && error.status < 500) takeBack()
    throw error
  }
}

/** Counts a `NotFound` as a failure of the address: it may have guessed at a secret. */
async function countGuess(
  answer: () => Promise<Answered>,
  countFailure: () => void,
): Promise<Answered> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof Problem && error.code === 'NotFound') countFailure()
    throw error
  }
}

/** Handles the request, once for its Idempotency-Key where it has one. */
async function answerByKey(
  route: Route,
  request: FastifyRequest,
  { key, ...unseeded }: UnseededCall,
  admitted: Admission,
): Promise<Answered> {
  const handler = handlerOf(route)
  const { caller, dependencies } = unseeded
  const seed = newSeed(dependencies)
  if (key === null) {
    await admitted
    return handler.handle({ ...unseeded, seed, isRepeat: false })
  }
  if (route.access !== 'merchant' && route.access !== 'customer') {
    const id = keyedSeedId(route, caller as Person, key)
    return handler.handle({ ...unseeded, seed: { ...seed, id }, isRepeat: false })
  }
  const { owner } = caller as Caller | CustomerCaller
  // No header can hold a line break, so no key of the merchant's own is one of a customer's.
  const keySpace =
    route.access === 'customer' ? `customer ${(caller as CustomerCaller).customerId}\n` : ''
  const handle = async ({ seed, isRepeat, granted }: Try): Promise<HandledAnswer> => {
    const reserved = handler.retell && {
      reserved: { key: `${keySpace}${key}`, seedId: seed.id },
      granted,
    }
    const tried = { ...unseeded, seed, isRepeat, ...reserved }
    const told = isRepeat ? await handler.retell?.(tried) : null
    const answer = told ?? (await handler.handle(tried))
    const { body, status = route.answer.status, isWithoutEffect = false } = answer
    return { status, body: JSON.stringify(body), isWithoutEffect, isRetold: Boolean(told) }
  }
  const isSecret = route.isSecret ?? false
  const isRetold = handler.retell !== undefined
  const options = { dependencies, owner, keySpace, key, seed, isSecret, isRetold, admitted }
  const { status, body: json, isReplayed } = await answerOnce(toSigned(request), options, handle)
  return { status, json, isReplayed }
}

/** Seeds a person's command: the same person, route and key give the same message, which is taken once. */
function keyedSeedId({ operationId }: Route, { account }: Person, key: string): string {
  const hash = createHash('sha256').update(`${operationId} ${key}`).digest('base64url')
  return `keyed/${account.id}/${hash}`
}

function newSeed({ clock }: RouteDependencies): Seed {
  const at = clock.now()
  return { id: newId(at), at }
}

/** Ends with the answer as the last line; a problem is one too, unless nothing was sent before it. */
async function endLines(
  lines: LineStream,
  reply: FastifyReply,
  answering: Promise<Answered>,
  { log }: RouteDependencies,
): Promise<FastifyReply> {
  try {
    const { isReplayed, body, json = JSON.stringify(body) } = await answering
    if (isReplayed && !lines.hasBegun) reply.header('idempotent-replayed', 'true')
    lines.end('answer', json)
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
  { status = answer.status, headers = {}, cookie, stream, isReplayed, body, json }: Answered,
): Promise<FastifyReply> {
  if (stream) {
    await stream(reply)
    return reply
  }
  if (isReplayed) reply.header('idempotent-replayed', 'true')
  reply.code(status).headers(headers)
  if (cookie) reply.setCookie(cookie.name, cookie.value, cookie.options)
  if ('schema' in answer) return reply.type(jsonType).send(json ?? JSON.stringify(body))
  return 'mediaType' in answer ? reply.type(answer.mediaType).send(body) : reply.send()
}

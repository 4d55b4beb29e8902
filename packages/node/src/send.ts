/**
 * Sends a request and reads its answer. What failed for a passing reason is tried again, under the same
 * Idempotency-Key, after the time that the service asks for or else a growing one.
 */
import type { Request } from './call.ts'
import type { Prove } from './credentials.ts'
import { readBytes } from './body.ts'
import { ConnectionError } from './errors.ts'
import { problemClasses } from './generated/problems.generated.ts'
import { type ProblemBody, ProblemError } from './problem-error.ts'
import { sleep } from './sleep.ts'

export type Connection = {
  baseUrl: string
  prove: Prove
  fetch: typeof fetch
  timeoutMs: number
  attemptsMax: number
  waitMsMax: number
}

const firstWaitMs = 250
/** Answers after which the same request may succeed: too late, too many, a fault, a proxy's, away. */
const passingStatuses = [408, 429, 500, 502, 503, 504]
const excerptLength = 200
/** Far above a page of 1,000 rows, and below what would fill the memory. */
const answerBytesMax = 64 * 1_048_576

/**
 * Answers the parsed body of a success. Throws a `ProblemError` for any other answer, a
 * `ConnectionError` where none came, and the reason of `options.signal` once that is aborted.
 */
export async function send(connection: Connection, request: Request): Promise<unknown> {
  const { attemptsMax = connection.attemptsMax, signal } = request.options
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted()
    const outcome = await attemptOnce(connection, request, attempt)
    if (!(outcome instanceof Error)) return outcome.answer
    const waitMs = waitAfter(outcome, attempt)
    const isLast = attempt >= attemptsMax || waitMs > connection.waitMsMax
    if (isLast || !mayPass(outcome) || !isRepeatable(request)) throw outcome
    await sleep(waitMs, signal)
  }
}

/** A POST without an Idempotency-Key could have its effect twice. */
const isRepeatable = ({ verb, idempotencyKey }: Request): boolean =>
  verb === 'GET' || idempotencyKey !== undefined

const mayPass = (error: ProblemError | ConnectionError): boolean =>
  error instanceof ConnectionError || passingStatuses.includes(error.status)

/** Half of the wait is chance, so that clients which failed together do not come back together. */
function waitAfter(error: ProblemError | ConnectionError, attempt: number): number {
  const asked = error instanceof ProblemError ? error.retryAfterSeconds : null
  if (asked !== null) return asked * 1_000
  return firstWaitMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
}

type Outcome = { answer: unknown } | ProblemError | ConnectionError

async function attemptOnce(
  connection: Connection,
  request: Request,
  attempt: number,
): Promise<Outcome> {
  const { verb, target, body, idempotencyKey, isOpen, options } = request
  const { timeoutMs = connection.timeoutMs, signal } = options
  const timeout = AbortSignal.timeout(timeoutMs)
  const headers = {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(!isOpen && (await connection.prove(request))),
  }
  try {
    const response = await connection.fetch(connection.baseUrl + target, {
      method: verb,
      headers,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body !== undefined && { body }),
    })
    const bytes = await readBytes(response.body, answerBytesMax)
    if (!bytes) throw new Error(`it is longer than ${answerBytesMax} bytes`)
    return readAnswer(response, new TextDecoder().decode(bytes), request, attempt)
  } catch (error) {
    signal?.throwIfAborted()
    const why = timeout.aborted ? `nothing came within ${timeoutMs} ms` : reasonOf(error)
    return new ConnectionError(
      `${verb} ${connection.baseUrl}${target} has no answer: ${why} (attempt ${attempt})`,
      attempt,
      { cause: error },
    )
  }
}

/** `fetch` says only that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { message?: string; code?: string } }
  return cause?.message || cause?.code || String(error)
}

function readAnswer(
  { ok, status, headers }: Response,
  text: string,
  { verb, target, field }: Request,
  attempt: number,
): Outcome {
  const body = parse(text)
  const isObject = typeof body === 'object' && body !== null
  if (ok && isObject && (field === undefined || field in body)) return { answer: body }
  const call = `${verb} ${target}`
  if (ok)
    return new ConnectionError(
      `${call} was answered ${status} with what is no answer of the API, so this is not the service or something stands between: ${excerptOf(text)}`,
      attempt,
    )
  if (isProblem(body)) return toProblemError(body, readRetryAfter(headers))
  const place = headers.get('location')
  const message = place
    ? `${call} was sent on to ${place}, and is not followed: give the baseUrl of that place`
    : `${call} was answered: ${excerptOf(text)}`
  return new ProblemError({ status, code: 'UnknownAnswer', message }, readRetryAfter(headers))
}

const excerptOf = (text: string): string => JSON.stringify(text.slice(0, excerptLength))

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isProblem = (body: unknown): body is ProblemBody =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'

/** Makes the error of the problem's code. */
function toProblemError(body: ProblemBody, retryAfterSeconds: number | null): ProblemError {
  const known = Object.hasOwn(problemClasses, body.code)
  const ProblemClass = known
    ? problemClasses[body.code as keyof typeof problemClasses]
    : ProblemError
  return new ProblemClass(body, retryAfterSeconds)
}

/** Reads seconds, or a date as HTTP writes it. */
function readRetryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after')
  if (text === null) return null
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null
}

/**
 * The session API, for the page of one customer. It is found beside the page, at `./session`. A call
 * that the service did not answer is repeated a few times; commands carry a key by which the service
 * knows a repetition, so that none is done twice.
 */
import { abortAfter } from '../browser/deadline.ts'
import { newId } from '../browser/new-id.ts'
import { parsePlain } from '../input/parse-plain.ts'

const timeoutMs = 15_000
/** The waits between the tries of one call; there is one try more than waits. */
const retryWaitsMs = [400, 1_500, 4_000]
const retryAfterMaxMs = 10_000
const tooMany = 429

type ProblemBody = { code?: string; message?: string; [detail: string]: unknown }

/** The service understood and said no. */
export class SessionProblem extends Error {
  readonly status: number
  readonly code: string
  /** The whole answer, such as what would be allowed instead. */
  readonly details: ProblemBody
  /** After so long the same may be allowed; 0 where that is not a matter of time. */
  readonly retryAfterSeconds: number

  constructor(status: number, details: ProblemBody, retryAfterSeconds = 0) {
    super(details.message ?? `the service answered ${status}`)
    this.status = status
    this.code = details.code ?? ''
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The service did not answer, or could not at the moment. */
export class ServiceAway extends Error {}

type Request = { method: 'GET' | 'POST'; path: string; body?: object; key?: string }

export class SessionClient {
  readonly token: string
  readonly #base: string
  /** Called with the problem once the token opens nothing any more. */
  readonly #onClosed: (problem: SessionProblem) => void

  constructor(token: string, base: string, onClosed: (problem: SessionProblem) => void) {
    this.token = token
    this.#base = base
    this.#onClosed = onClosed
  }

  /** `path` is what follows `/session`, such as `/plans?tags=gold`. */
  read<T>(path = ''): Promise<T> {
    return this.#ask({ method: 'GET', path }) as Promise<T>
  }

  send<T>(path: string, body: object = {}): Promise<T> {
    return this.#ask({ method: 'POST', path, body, key: newId() }) as Promise<T>
  }

  /** Opens the stream of changes, for `followLive`. */
  async openStream(signal: AbortSignal): Promise<Response> {
    const headers = { ...this.#headers(), accept: 'text/event-stream' }
    const response = await fetch(`${this.#base}/live`, { headers, cache: 'no-store', signal })
    if (!response.ok) throw await this.#problemOf(response)
    return response
  }

  async #ask(request: Request): Promise<unknown> {
    for (const waitMs of [...retryWaitsMs, null]) {
      const answer = await this.#try(request)
      if (!(answer instanceof Later)) return answer.body
      if (waitMs === null) break
      await new Promise((resolve) => setTimeout(resolve, Math.max(waitMs, answer.afterMs)))
    }
    throw new ServiceAway(`no answer to ${request.method} /session${request.path}`)
  }

  async #try({ method, path, body, key }: Request): Promise<{ body: unknown } | Later> {
    const init: RequestInit = {
      method,
      headers: {
        ...this.#headers(),
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      cache: 'no-store',
      signal: abortAfter(timeoutMs),
      ...(body && { body: JSON.stringify(body) }),
    }
    try {
      const response = await fetch(`${this.#base}${path}`, init)
      if (response.ok) return { body: parsePlain(await response.text()) }
      if (mayBeRepeated(response)) return new Later(Math.min(waitOf(response), retryAfterMaxMs))
      throw await this.#problemOf(response)
    } catch (error) {
      if (error instanceof SessionProblem) throw error
      return new Later(0)
    }
  }

  #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.token}` }
  }

  async #problemOf(response: Response): Promise<SessionProblem> {
    const details = (await response.json().catch(() => ({}))) as ProblemBody
    const problem = new SessionProblem(response.status, details, waitOf(response) / 1000)
    if (response.status === 401) this.#onClosed(problem)
    return problem
  }
}

/** The service could not answer now: the call may be made again, not before `afterMs`. */
class Later {
  readonly afterMs: number

  constructor(afterMs: number) {
    this.afterMs = afterMs
  }
}

/** Repeats a call that came too often only where it may be repeated within a moment: nobody waits for hours. */
const mayBeRepeated = (response: Response): boolean =>
  response.status >= 500 || (response.status === tooMany && waitOf(response) <= retryAfterMaxMs)

function waitOf({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? 0)
  return Number.isFinite(seconds) ? seconds * 1000 : 0
}

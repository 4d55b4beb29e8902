/**
 * The dashboard's API. The session is a cookie that scripts cannot read. A read that the service did
 * not answer is repeated a few times; a command never is: whoever gave it looks first whether it was done.
 */
import { abortAfter } from '../../browser/deadline.ts'
import { parsePlain } from '../../input/parse-plain.ts'
import { ApiProblem, type ProblemBody, ServiceAway, tooMany } from './problem.ts'

const timeoutMs = 20_000
/** The waits between the tries of one read; there is one try more than waits. */
const retryWaitsMs = [400, 1_500]
const base = '/dashboard/api'
/** Calls about a merchant, on one network: the service logs what it refuses of them. */
const ofMerchant = /^\/dashboard\/api\/(test|main)\//

export type Command = {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  /** Makes a command safe to repeat: repeated with it, it has its effect once. */
  idempotencyKey?: string
  /** It is about the person, or the whole service: the path names no network. */
  isOwn?: true
}

export class DashboardClient {
  /** Called once the session opens nothing any more. */
  readonly #onLoggedOut: () => void
  readonly #headers: Record<string, string>

  /** `cell`: the one that an operator looks at, where there are several. */
  constructor(onLoggedOut: () => void, cell: string | null = null) {
    this.#onLoggedOut = onLoggedOut
    this.#headers = cell === null ? {} : { 'mandate-cell': cell }
  }

  /** The same session, about another cell. */
  inCell(cell: string | null): DashboardClient {
    return new DashboardClient(this.#onLoggedOut, cell)
  }

  /**
   * Reads what follows `/dashboard/api`, such as `/test/plans?limit=20`.
   *
   * @throws ApiProblem where the service says no, ServiceAway where it does not answer
   */
  async read<T>(path: string): Promise<T> {
    for (const waitMs of [...retryWaitsMs, null]) {
      const response = await fetchOnce(path, { method: 'GET', headers: this.#headers }).catch(
        () => null,
      )
      const isLast = waitMs === null && response?.status === tooMany
      if (response && (isLast || !mayBeRepeated(response))) return (await this.#take(response)) as T
      if (waitMs !== null) await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
    throw new ServiceAway()
  }

  /** Gives a command, once; throws as `read` does. */
  async send<T>({ method, path, body = {}, idempotencyKey }: Command): Promise<T> {
    const response = await fetchOnce(path, {
      method,
      headers: {
        ...this.#headers,
        'content-type': 'application/json',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: JSON.stringify(body),
    }).catch(() => null)
    if (!response || response.status >= 502) throw new ServiceAway()
    return (await this.#take(response)) as T
  }

  /** Opens a stream of events, for `followLive`. */
  async openStream(path: string, signal: AbortSignal): Promise<Response> {
    const headers = { accept: 'text/event-stream' }
    const response = await fetch(base + path, { headers, cache: 'no-store', signal })
    if (!response.ok) await this.#take(response)
    return response
  }

  async #take(response: Response): Promise<unknown> {
    if (response.status === 204) return undefined
    const body = parsePlain(await response.text())
    if (response.ok) return body
    const isLogged = ofMerchant.test(new URL(response.url).pathname)
    const problem = new ApiProblem(response.status, (body ?? {}) as ProblemBody, isLogged)
    if (problem.code === 'Unauthorized') this.#onLoggedOut()
    throw problem
  }
}

const fetchOnce = (path: string, init: RequestInit): Promise<Response> =>
  fetch(base + path, { cache: 'no-store', signal: abortAfter(timeoutMs), ...init })

const mayBeRepeated = ({ status }: Response): boolean => status >= 502 || status === tooMany

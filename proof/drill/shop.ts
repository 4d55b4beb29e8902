/**
 * The merchant's server of a drill: asks the API through both HTTP processes, repeats what failed under the same
 * Idempotency-Key, and keeps a journal of every answer. Knows nothing of the service but its API.
 */
import { setTimeout as sleep } from 'node:timers/promises'

export type ApiKey = { name: string; secret: string }
export type Json = Record<string, unknown>

/** One answer, or none: then `status` is 0. */
export type Answered = {
  at: number
  ms: number
  method: string
  path: string
  status: number
  hasRetryAfter: boolean
}
/** A command that was answered 2xx, and what it was about. */
export type Acknowledged = { key: string; path: string; body: Json; answer: Json; at: number }
export type Refused = { key: string; path: string; status: number; code: string }

const timeoutMs = 10_000
const waitMsMin = 200
const waitMsMax = 2_000
/** After so long without an answer a command is given up, and reported as such. */
const patienceMs = 400_000

export class Shop {
  readonly answers: Answered[] = []
  readonly acknowledged: Acknowledged[] = []
  readonly refused: Refused[] = []
  readonly givenUp: string[] = []
  /** Requests that were sent several times at once. */
  copies = 0
  readonly #urls: readonly string[]
  readonly #authorization: string
  #turn = 0

  constructor(urls: readonly string[], { name, secret }: ApiKey) {
    this.#urls = urls
    this.#authorization = `Basic ${btoa(`${name}:${secret}`)}`
  }

  /**
   * Sends a command until it is answered for good, `copies` times at once; null where it was refused or given up,
   * which the journal says.
   */
  async command(
    path: string,
    body: Json,
    key: string,
    { copies = 1, answerTimeoutMs = timeoutMs } = {},
  ): Promise<Json | null> {
    const deadline = performance.now() + patienceMs
    for (let attempt = 0; performance.now() < deadline; attempt++) {
      const sent = Array.from({ length: attempt === 0 ? copies : 1 }, () =>
        this.#ask('POST', path, body, key, answerTimeoutMs),
      )
      this.copies += sent.length - 1
      const last = (await Promise.all(sent)).toSorted((a, b) => b.status - a.status)
      const done = last.find(({ status }) => status >= 200 && status < 300)
      if (done) return this.#acknowledge(key, path, body, done.json)
      const refusal = last.find(isRefusal)
      if (refusal) {
        const { status, json } = refusal
        this.refused.push({ key, path, status, code: String(json['code']) })
        return null
      }
      await sleep(Math.min(waitMsMax, waitMsMin * 2 ** attempt))
    }
    this.givenUp.push(`${path} (${key})`)
    return null
  }

  /** Reads, again and again where it has to be; throws after minutes without an answer. */
  async read(path: string): Promise<{ status: number; json: Json }> {
    const deadline = performance.now() + patienceMs
    for (;;) {
      const { status, json } = await this.#ask('GET', path)
      if (status >= 200 && status < 500 && status !== 429) return { status, json }
      if (performance.now() > deadline) throw new Error(`GET ${path} is answered ${status}`)
      await sleep(waitMsMax / 2)
    }
  }

  /** Reads a list to its end. */
  async list(path: string, name: string): Promise<Json[]> {
    const found: Json[] = []
    for (let after = ''; ;) {
      const { json } = await this.read(`${path}?limit=1000${after}`)
      found.push(...(json[name] as Json[]))
      const { next } = json['page'] as { next: string | null }
      if (next === null) return found
      after = `&after=${next}`
    }
  }

  #acknowledge(key: string, path: string, body: Json, answer: Json): Json {
    this.acknowledged.push({ key, path, body, answer, at: performance.now() })
    return answer
  }

  /** Asks the next process once. */
  async #ask(
    method: string,
    path: string,
    body?: Json,
    key?: string,
    answerTimeoutMs = timeoutMs,
  ): Promise<{ status: number; json: Json }> {
    const url = this.#urls[this.#turn++ % this.#urls.length]!
    const begunAt = performance.now()
    let status = 0
    let hasRetryAfter = false
    let json: Json = {}
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: this.#authorization,
          ...(body && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(answerTimeoutMs),
      })
      json = (await answer.json()) as Json
      hasRetryAfter = answer.headers.has('retry-after')
      status = answer.status
    } catch {
      // No answer, or half of one: the command may have been done, and is sent again under its key.
    }
    const at = performance.now()
    this.answers.push({ at, ms: at - begunAt, method, path, status, hasRetryAfter })
    return { status, json }
  }
}

/** Too many requests, or a gas wallet that is empty: with that mended the same command is accepted. */
const isRefusal = ({ status, json }: { status: number; json: Json }): boolean =>
  status >= 400 && status < 500 && status !== 429 && json['code'] !== 'MerchantNotReady'

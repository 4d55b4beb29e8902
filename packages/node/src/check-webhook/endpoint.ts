/** The endpoint that is checked: sends it events, rightly or with a twist, and asks its echo what it did. */
import type { ApiKey } from '../credentials.ts'
import { signWebhook } from '../sign-webhook.ts'
import { sleep } from '../sleep.ts'
import { type Answer, type Call, makeCall } from './call.ts'
import type { SentEvent } from './events.ts'
import type { Pace } from './pace.ts'

type Signed = Awaited<ReturnType<typeof signWebhook>>

/** Says how a call differs from what the service sends. */
export type Twist = {
  /** Makes the headers of those that are right. */
  headers?: (signed: Signed) => Partial<Signed>
  /** The body that is sent, where it is not the one that is signed. */
  body?: string
  key?: ApiKey
  sentAtMs?: number
  isSlow?: boolean
}

/** A server says that it has done this with the events of one resource. */
export type Echo = { handled: string[]; sequence: number | null }

export type Target = { url: string; echoUrl: string | null; key: ApiKey }

export class Endpoint {
  readonly key: ApiKey
  readonly pace: Pace
  readonly #target: Target
  readonly #signal: AbortSignal

  constructor(target: Target, pace: Pace, signal: AbortSignal) {
    this.#target = target
    this.key = target.key
    this.pace = pace
    this.#signal = signal
  }

  /** Sends an event as the service would, but for the twist. */
  async send(event: SentEvent, twist: Twist = {}): Promise<Answer> {
    const signed = await this.sign(event, twist.key, twist.sentAtMs)
    const headers = twist.headers ? twist.headers(signed) : signed
    const { body = event.body, isSlow = false } = twist
    return this.#call({ url: this.#target.url, headers, body, isSlow })
  }

  /** Makes the headers of a call. */
  sign({ eventId, body }: SentEvent, key = this.key, sentAtMs = Date.now()): Promise<Signed> {
    return signWebhook(key, { eventId, body, sentAtMs })
  }

  wait(ms: number): Promise<void> {
    return sleep(ms, this.#signal)
  }

  /** Asks what was done with a resource's events; null where nobody can be asked, or the answer says nothing. */
  async readEcho(resourceId: string): Promise<Echo | null> {
    const { echoUrl } = this.#target
    if (echoUrl === null) return null
    const url = new URL(echoUrl)
    url.searchParams.set('resourceId', resourceId)
    const headers = await signWebhook(this.key, { eventId: resourceId, body: '' })
    const { status, text } = await this.#call({ url: url.href, method: 'GET', headers, body: '' })
    return status !== null && status >= 200 && status < 300 ? parseEcho(text) : null
  }

  #call(call: Call): Promise<Answer> {
    return makeCall(call, this.pace, this.#signal)
  }
}

function parseEcho(text: string): Echo | null {
  try {
    const { handled, sequence } = JSON.parse(text) as { handled?: unknown; sequence?: unknown }
    if (!Array.isArray(handled)) return null
    const ids = handled.filter((id) => typeof id === 'string')
    return { handled: ids, sequence: typeof sequence === 'number' ? sequence : null }
  } catch {
    return null
  }
}

/**
 * What the torture tests work with: test events made for one run, which stand in no log, and calls of all
 * kinds to the merchant's own endpoint, each noted with what came back.
 */
import type { ClientRequest } from 'node:http'
import { newId } from '../../shared/ids.ts'
import { wait } from '../../shared/retry.ts'
import { buildBody } from '../catalogue.ts'
import { quoteAnswer } from '../explain.ts'
import type { TargetRules } from '../resolve.ts'
import { callAndRead } from '../send.ts'
import { signatureHeaders, type WebhookKey } from '../sign.ts'

/** One call: what was sent, and what came back. */
export type TortureCall = {
  what: string
  sentAt: string
  eventId: string | null
  sequence: number | null
  httpStatus: number | null
  error: string | null
  answer: string
  durationMs: number
}

export type TortureEvent = { eventId: string; sequence: number; resourceId: string; body: string }

/** How a call differs from what the service sends otherwise. */
export type Twist = {
  headers?: Record<string, string>
  /** The body that is sent, where it is not the one that is signed. */
  body?: string
  key?: WebhookKey
  sentAt?: Date
  isSlow?: boolean
}

/** What an endpoint says that it has done with the events of one resource. */
export type Echo = { handled: string[]; sequence: number | null }

const slowPieces = 8
const slowPieceMs = 500

export class TortureKit {
  readonly calls: TortureCall[] = []
  readonly #target: { url: string; echoUrl: string | null; rules: TargetRules }
  readonly key: WebhookKey
  readonly realNow: () => Date
  readonly #run: { id: string; logNumber: number }

  constructor(run: {
    id: string
    /** The newest of the merchant's log, so that nobody's place in it moves. */
    logNumber: number
    target: { url: string; echoUrl: string | null; rules: TargetRules }
    key: WebhookKey
    realNow: () => Date
  }) {
    this.#run = run
    this.#target = run.target
    this.key = run.key
    this.realNow = run.realNow
  }

  /** Makes the events 1 to `count` of a resource of their own. */
  newEvents(count: number, { at }: { at?: Date } = {}): TortureEvent[] {
    const now = this.realNow()
    const resourceId = newId(now)
    return Array.from({ length: count }, (_, index) => {
      const eventId = newId(now)
      const sequence = index + 1
      const body = buildBody({
        eventId,
        logNumber: this.#run.logNumber,
        at: at ?? now,
        payload: {
          eventType: 'WebhookTest',
          resourceKind: 'test',
          resourceId,
          sequence,
          resource: {
            id: resourceId,
            message: `Of torture run ${this.#run.id}. Nothing happened.`,
          },
          previousStatus: null,
        },
        cause: { type: 'command', command: 'webhook.torture', by: 'merchant' },
      })
      return { eventId, sequence, resourceId, body }
    })
  }

  /** Sends an event as the service would, but for the twist. */
  async send(what: string, event: TortureEvent, twist: Twist = {}): Promise<TortureCall> {
    const now = this.realNow()
    const { eventId, sequence } = event
    const signed = signatureHeaders(twist.key ?? this.key, {
      eventId,
      body: event.body,
      sentAt: twist.sentAt ?? now,
    })
    const body = twist.body ?? event.body
    const headers = twist.headers ?? signed
    const answered = await callAndRead(
      { url: this.#target.url, headers, body },
      this.#target.rules,
      twist.isSlow ? { write: (request) => void writeSlowly(request, body) } : {},
    )
    return this.#note({ what, sentAt: now.toISOString(), eventId, sequence }, answered)
  }

  wait(ms: number): Promise<void> {
    return wait(ms)
  }

  /** Asks what was done with a resource's events; null where nobody can be asked, or the answer says nothing. */
  async readEcho(resourceId: string): Promise<Echo | null> {
    const { echoUrl, rules } = this.#target
    if (echoUrl === null) return null
    const url = new URL(echoUrl)
    url.searchParams.set('resourceId', resourceId)
    const now = this.realNow()
    const headers = signatureHeaders(this.key, { eventId: resourceId, body: '', sentAt: now })
    const answered = await callAndRead({ url: url.href, headers, body: '' }, rules, {
      method: 'GET',
    })
    const what = 'the question what was done with the events'
    this.#note({ what, sentAt: now.toISOString(), eventId: null, sequence: null }, answered)
    return answered.error === null ? parseEcho(answered.text) : null
  }

  #note(
    sent: Pick<TortureCall, 'what' | 'sentAt' | 'eventId' | 'sequence'>,
    { httpStatus, error, durationMs, text }: Awaited<ReturnType<typeof callAndRead>>,
  ): TortureCall {
    const call = { ...sent, httpStatus, error, answer: quoteAnswer(text), durationMs }
    this.calls.push(call)
    return call
  }
}

async function writeSlowly(request: ClientRequest, body: string): Promise<void> {
  const bytes = Buffer.from(body)
  const size = Math.ceil(bytes.length / slowPieces)
  for (let from = 0; from < bytes.length; from += size) {
    if (request.destroyed) return
    request.write(bytes.subarray(from, from + size))
    await wait(slowPieceMs)
  }
  request.end()
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

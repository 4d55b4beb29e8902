/**
 * Webhooks: nothing is believed that is not signed. Both signatures count, our own digest and that of
 * Standard Webhooks, which signs the time as well.
 */
import { concatenate, readBytes } from './body.ts'
import { MandateError } from './errors.ts'
import type { Event } from './generated/types.generated.ts'
import {
  type Bytes,
  fromBase64,
  fromHex,
  type HmacKey,
  importKey,
  isSignedWith,
  toBytes,
} from './hmac.ts'

/** The call is not from the service, or not as it left it; `message` says what is wrong. */
export class WebhookSignatureError extends MandateError {
  override name = 'WebhookSignatureError'
}

/** Headers of a request: a `Headers`, or what Node and frameworks give. */
export type GivenHeaders = Headers | Record<string, string | string[] | undefined>

/** The body as it came over the wire, as text or bytes. */
export type RawBody = string | Uint8Array | ArrayBuffer

export type WebhookOptions = {
  /** The secret of each API key by its name: every key signs calls of its own. */
  secrets: Record<string, string>
  /** A call may be so many seconds old. Default: 300. */
  toleranceSeconds?: number
}

export type HandlerOptions = {
  /** Told of every call that is refused, and of every error that your function throws. */
  onError?: (error: unknown, request: Request) => void
}

export type Webhooks = {
  /**
   * Verifies a call and answers its event. Give the body as it came: JSON that was parsed and written
   * again is another text. Throws a `WebhookSignatureError`.
   */
  unwrap(rawBody: RawBody, headers: GivenHeaders): Promise<Event>
  /**
   * Makes an endpoint, from a request to its response, of a function that deals with an event. Answers
   * 204 once the function is done, 401 where the call is not genuine, 413 above 1 MiB, and 500 where the
   * function throws: the service calls again then. It waits 15 seconds for an answer, so let long work
   * happen afterwards. The same event may come again, with the same `eventId`.
   */
  handler(
    deal: (event: Event) => unknown,
    options?: HandlerOptions,
  ): (request: Request) => Promise<Response>
}

const toleranceSecondsDefault = 300
const bodyBytesMax = 1_048_576
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Makes them; an endpoint that calls no API needs nothing else. */
export function createWebhooks({ secrets, toleranceSeconds }: WebhookOptions): Webhooks {
  const keys = new Map<string, Promise<HmacKey>>()
  const toKey = (name: string) => {
    if (!Object.hasOwn(secrets, name))
      throw refused(
        `x-sp-key is '${name}', and no secret is known for that key: give it in secrets`,
      )
    const key = keys.get(name) ?? importKey(secrets[name]!)
    keys.set(name, key)
    return key
  }
  const unwrap: Webhooks['unwrap'] = async (rawBody, headers) => {
    const body = bytesOf(rawBody)
    const signed = readHeaders(headers)
    requireFresh(signed.timestamp, toleranceSeconds ?? toleranceSecondsDefault)
    await requireSignatures(await toKey(signed.key), body, signed)
    return parseEvent(body, signed.id)
  }
  return {
    unwrap,
    handler:
      (deal, { onError } = {}) =>
      async (request) => {
        try {
          if (request.method !== 'POST')
            return answer(405, 'webhooks come by POST', { allow: 'POST' })
          const body = await readBytes(request.body, bodyBytesMax)
          if (body === null) return answer(413, 'a webhook has at most 1 MiB')
          await deal(await unwrap(body, request.headers))
          return new Response(null, { status: 204 })
        } catch (error) {
          onError?.(error, request)
          return error instanceof WebhookSignatureError
            ? answer(401, error.message)
            : answer(500, 'the event could not be dealt with; call again')
        }
      },
  }
}

type Signed = { key: string; digest: string; id: string; timestamp: string; signatures: string }

function readHeaders(headers: GivenHeaders): Signed {
  const read = (name: string): string => {
    const value = isHeaders(headers) ? headers.get(name) : valueOf(headers, name)
    if (typeof value === 'string' && value !== '') return value
    throw refused(`the header ${name} is missing; give the headers as they came`)
  }
  return {
    key: read('x-sp-key'),
    digest: read('x-sp-digest'),
    id: read('webhook-id'),
    timestamp: read('webhook-timestamp'),
    signatures: read('webhook-signature'),
  }
}

/** By what it does: frameworks and test tools bring classes of their own. */
const isHeaders = (headers: GivenHeaders): headers is Headers => typeof headers.get === 'function'

/** Names differ in case where a gateway hands headers on as they were written. */
const valueOf = (headers: Exclude<GivenHeaders, Headers>, name: string): string | undefined =>
  [Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1]].flat()[0]

function requireFresh(timestamp: string, toleranceSeconds: number): void {
  const ageSeconds = Math.floor(Date.now() / 1_000) - Number(timestamp)
  if (/^\d+$/.test(timestamp) && Math.abs(ageSeconds) <= toleranceSeconds) return
  throw refused(
    `webhook-timestamp is '${timestamp}', ${ageSeconds} s old, and ${toleranceSeconds} s are allowed: the call was recorded, or a clock is wrong`,
  )
}

async function requireSignatures(key: HmacKey, body: Bytes, signed: Signed): Promise<void> {
  if (!(await isSignedWith(key, fromHex(signed.digest), body)))
    throw refused(
      'x-sp-digest does not fit the body: it was changed, or is not the raw body, or the secret is another',
    )
  const content = concatenate([toBytes(`${signed.id}.${signed.timestamp}.`), body])
  for (const signature of signed.signatures.split(' ')) {
    const [version, value = ''] = signature.split(',')
    if (version === 'v1' && (await isSignedWith(key, fromBase64(value), content))) return
  }
  throw refused('webhook-signature does not fit webhook-id, webhook-timestamp and the body')
}

/** Signed is signed, so what comes here is the service's; the id ties the body to what was signed with it. */
function parseEvent(body: Bytes, id: string): Event {
  const event = JSON.parse(decoder.decode(body)) as Event
  if (event.eventId === id) return event
  throw refused(`webhook-id is '${id}' and the body's eventId '${event.eventId}'`)
}

function bytesOf(rawBody: RawBody): Bytes {
  if (typeof rawBody === 'string') return toBytes(rawBody)
  if (rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody)
  if (ArrayBuffer.isView(rawBody)) return Uint8Array.from(rawBody)
  throw new TypeError(
    'unwrap takes the raw body, as a text or bytes, before any JSON parser: what is parsed and written again is another text',
  )
}

const refused = (message: string) => new WebhookSignatureError(message)

const answer = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(`${text}\n`, { status, headers })

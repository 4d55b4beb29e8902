/** Calls an address for an event as the service would: the same body, the same headers. */
import { type HmacKey, importKey, signBytes, toBase64, toBytes, toHex } from '../hmac.ts'
import type { Event } from '../generated/types.generated.ts'
import { sleep } from '../sleep.ts'
import { createWebhooks } from '../webhooks.ts'

/** As long as the service waits for an answer. */
const timeoutMs = 15_000
/** A program that is being restarted is waited for. */
const refusedForMs = 10_000
const againAfterMs = 500

export type Forwarder = {
  /** Calls once, or until somebody listens; says how it was answered, for people. */
  forward(event: Event, signal: AbortSignal): Promise<string>
  /** Sends a call with a wrong signature, which nobody may take; says whether it was refused. */
  tryForged(signal: AbortSignal): Promise<string>
}

type Key = { apiKey: string; apiSecret: string }

/** Makes it for one address. */
export function createForwarder(url: string, key: Key): Forwarder {
  const webhooks = createWebhooks({ secrets: { [key.apiKey]: key.apiSecret } })
  return {
    async forward(event, signal) {
      const body = JSON.stringify(event)
      const headers = await signatureHeaders(key, event.eventId, body)
      // What the receiver will do, done here first: a fault is ours then, not the receiver's.
      const signature = await webhooks.unwrap(body, headers).then(
        () => 'signature ok',
        (error: Error) => `SIGNATURE WRONG: ${error.message}`,
      )
      return `${signature}, ${await call(url, { body, headers }, signal)}`
    },
    async tryForged(signal) {
      const body = JSON.stringify(forged)
      const headers = await signatureHeaders(
        { ...key, apiSecret: crypto.randomUUID() },
        forged.eventId,
        body,
      )
      const answer = await call(url, { body, headers }, signal)
      return /^2\d\d /.test(answer)
        ? `a call with a wrong signature was TAKEN (${answer}): verify signatures before anything else`
        : `a call with a wrong signature was refused, as it should be (${answer})`
    },
  }
}

/** Of the type that says that nothing happened. */
const forged = {
  eventId: 'forged-by-mandate-listen',
  eventType: 'WebhookTest',
  eventTs: new Date(0).toISOString(),
  sequence: 1,
  test: { id: 'forged', message: 'The signature of this call is wrong: refuse it.' },
  previousStatus: null,
}

async function call(
  url: string,
  { body, headers }: { body: string; headers: Record<string, string> },
  signal: AbortSignal,
): Promise<string> {
  const startedAt = performance.now()
  for (;;) {
    signal.throwIfAborted()
    const triedAt = performance.now()
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      })
      await response.body?.cancel()
      return `${response.status} in ${Math.round(performance.now() - triedAt)} ms`
    } catch (error) {
      signal.throwIfAborted()
      const reason = reasonOf(error)
      if (reason !== 'ECONNREFUSED' || performance.now() - startedAt > refusedForMs)
        return `no answer: ${reason}`
      await sleep(againAfterMs, signal)
    }
  }
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string } }
  return (
    cause?.code ?? (name === 'TimeoutError' ? `nothing within ${timeoutMs / 1_000} s` : message)
  )
}

const keys = new Map<string, Promise<HmacKey>>()

/** Makes the headers of one call, as the service does. */
async function signatureHeaders({ apiKey, apiSecret }: Key, eventId: string, body: string) {
  const imported = keys.get(apiSecret) ?? importKey(apiSecret)
  keys.set(apiSecret, imported)
  const key = await imported
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signature = await signBytes(key, toBytes(`${eventId}.${timestamp}.${body}`))
  return {
    'x-sp-key': apiKey,
    'x-sp-digest': toHex(await signBytes(key, toBytes(body))),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${toBase64(signature)}`,
  }
}

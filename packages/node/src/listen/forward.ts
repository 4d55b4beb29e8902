/** Calls an address for an event as the service would: the same body, the same headers. */
import type { ApiKey } from '../credentials.ts'
import type { Event } from '../generated/types.generated.ts'
import { signWebhook } from '../sign-webhook.ts'
import { sleep } from '../sleep.ts'
import { createWebhooks } from '../webhooks.ts'

/** The service waits this long for an answer. */
const timeoutMs = 15_000
/** A program that gives no answer is called again, after waits that double up to the second. */
const againAfterMs = 500
const againAfterMsMax = 5_000

export type Forwarder = {
  /** Calls until somebody answers: a program that is being restarted misses nothing. */
  forward(event: Event, signal: AbortSignal): Promise<Forwarded>
  /** Sends a call with a wrong signature, which nobody may take; says whether it was refused. */
  tryForged(signal: AbortSignal): Promise<string>
}

/** Says for people how it was answered, and whether by 2xx. */
type Forwarded = { line: string; isTaken: boolean }

type Print = (line: string) => void

/** Makes it for one address. */
export function createForwarder(url: string, key: ApiKey, print: Print): Forwarder {
  const webhooks = createWebhooks({ secrets: { [key.apiKey]: key.apiSecret } })
  return {
    async forward(event, signal) {
      const body = JSON.stringify(event)
      const sign = () => signWebhook(key, { eventId: event.eventId, body })
      // The signature is checked here first, as the receiver will: then a fault is ours, not the receiver's.
      const signature = await webhooks.unwrap(body, await sign()).then(
        () => 'signature ok',
        (error: Error) => `SIGNATURE WRONG: ${error.message}`,
      )
      const { status, line } = await call({ url, body, sign, print }, signal)
      const isTaken = isSuccess(status)
      return { line: `${signature}, ${line}${isTaken ? '' : ', NOT TAKEN'}`, isTaken }
    },
    async tryForged(signal) {
      const body = JSON.stringify(forged)
      const forger = { ...key, apiSecret: crypto.randomUUID() }
      const sign = () => signWebhook(forger, { eventId: forged.eventId, body })
      const { status, line } = await call({ url, body, sign, print }, signal)
      if (isSuccess(status))
        return `a call with a wrong signature was TAKEN (${line}): verify signatures before anything else`
      return refusals.includes(status)
        ? `a call with a wrong signature was refused, as it should be (${line})`
        : `a call with a wrong signature was answered ${line}, which says nothing of signatures: is the address right?`
    },
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300
/** Endpoints answer a wrong signature with these. */
const refusals = [400, 401, 403, 422]

/** Its type is the one that says that nothing happened. */
const forged = {
  eventId: 'forged-by-mandate-listen',
  eventType: 'WebhookTest',
  eventTs: new Date(0).toISOString(),
  sequence: 1,
  test: { id: 'forged', message: 'The signature of this call is wrong: refuse it.' },
  previousStatus: null,
}

type Call = {
  url: string
  body: string
  /** Anew for every call: a signature is good for minutes only. */
  sign: () => Promise<Record<string, string>>
  print: Print
}

async function call({ url, body, sign, print }: Call, signal: AbortSignal) {
  for (let calls = 1; ; calls++) {
    const headers = { 'content-type': 'application/json', ...(await sign()) }
    const calledAt = performance.now()
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      })
      const { status } = response
      await response.body?.cancel()
      const time = `${status} in ${Math.round(performance.now() - calledAt)} ms`
      return { status, line: calls === 1 ? time : `${time}, at call ${calls}` }
    } catch (error) {
      signal.throwIfAborted()
      if (calls === 1)
        print(`waiting: ${url} gives no answer (${reasonOf(error)}); it is called until it does`)
      await sleep(Math.min(againAfterMs * 2 ** (calls - 1), againAfterMsMax), signal)
    }
  }
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string } }
  return (
    cause?.code ?? (name === 'TimeoutError' ? `nothing within ${timeoutMs / 1_000} s` : message)
  )
}

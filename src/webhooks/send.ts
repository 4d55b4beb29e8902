/**
 * Makes one HTTP call to a merchant's server, which may be down, slow, hostile, or not the merchant's
 * at all. The call ends within 15 s, follows no redirect and reads at most 64 KiB of the answer. It
 * never throws: every failure is the result of the attempt.
 */
import { type IncomingMessage, request as startRequest } from 'node:http'
import type { Socket } from 'node:net'
import { connectTo } from './connect.ts'
import { explainAnswer, explainFailure } from './explain.ts'
import { TargetRefused, type TargetRules } from './resolve.ts'
import { abortAfter, after, elapsedMs } from '../shared/time.ts'

export const answerTimeoutMs = 15_000
const answerBytesMax = 64 * 1024
const noAnswer = `no answer within ${answerTimeoutMs / 1000} s`
/** The body of an answer that counts already is read for at most this long. */
export const restTimeoutMs = 1_000

export type WebhookCall = { url: string; headers: Record<string, string>; body: string }

/** `httpStatus` is null where no answer came; `error` is null where the call succeeded. */
export type Attempt = { httpStatus: number | null; error: string | null; durationMs: number }

/** Makes the call. Success is an answer of 200 to 299 whose head arrives in time. */
export async function sendWebhook(call: WebhookCall, rules: TargetRules): Promise<Attempt> {
  const startedAt = elapsedMs()
  const durationMs = () => Math.round(elapsedMs() - startedAt)
  const deadline = abortAfter(answerTimeoutMs)
  try {
    const url = new URL(call.url)
    const response = await exchange(await connectTo(url, rules), url, call, deadline)
    const answered = { httpStatus: response.statusCode ?? 0, durationMs: durationMs() }
    if (isSuccess(answered.httpStatus)) {
      discardRest(response)
      return { ...answered, error: null }
    }
    return { ...answered, error: explainAnswer(answered.httpStatus, await readSome(response)) }
  } catch (cause) {
    const error = deadline.aborted ? new TargetRefused(noAnswer) : cause
    return { httpStatus: null, error: explainFailure(error), durationMs: durationMs() }
  }
}

/** Sends the request and resolves with the head of the answer; its body is still to come. */
function exchange(
  socket: Socket,
  url: URL,
  { headers, body }: WebhookCall,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // Every call has a connection of its own: the other side may close one that is kept open at the
    // moment it is used, and that would count as the merchant's failure.
    const request = startRequest({
      createConnection: () => socket,
      method: 'POST',
      path: url.pathname + url.search,
      headers: {
        host: url.host,
        connection: 'close',
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Mandate-Webhooks/1',
        ...basicCredentials(url),
        ...headers,
      },
      signal,
    })
    request.once('response', resolve)
    request.once('error', reject)
    request.once('close', () => reject(new Error('the connection was closed without an answer')))
    request.end(body)
  })
}

const isSuccess = (httpStatus: number) => httpStatus >= 200 && httpStatus < 300

/**
 * Takes the rest of an answer that counts already, for a moment and up to the limit, so that the other
 * side need not see its connection break; nobody waits for it.
 */
function discardRest(response: IncomingMessage): void {
  let bytes = 0
  const end = () => response.destroy()
  const timer = after(restTimeoutMs, end)
  response.on('error', () => undefined)
  response.once('close', () => timer.cancel())
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes >= answerBytesMax) end()
  })
}

/** Reads the answer's body to its end, its limit or the deadline, whichever comes first. */
async function readSome(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= answerBytesMax) break
    }
  } catch {
    // The status has arrived, and it alone decides.
  }
  return Buffer.concat(chunks).subarray(0, answerBytesMax).toString()
}

function basicCredentials({ username, password }: URL): Record<string, string> {
  if (!username && !password) return {}
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
}

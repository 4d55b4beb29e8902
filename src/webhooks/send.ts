/**
 * Makes one HTTP call to a merchant's server, which may be down, slow, hostile, or not the merchant's
 * at all. The call ends within 15 s, follows no redirect and reads at most 64 KiB of the answer. It
 * never throws: every failure is the result of the attempt.
 */
import type { Connections, HeadOfAnswer } from './connections.ts'
import { explainAnswer, explainFailure } from './explain.ts'
import { TargetRefused } from './resolve.ts'
import { abortAfter, after, elapsedMs } from '../shared/time.ts'

export const answerTimeoutMs = 15_000
const answerBytesMax = 64 * 1024
const noAnswer = `no answer within ${answerTimeoutMs / 1000} s`
type AnswerBody = HeadOfAnswer['body']
/** The body of an answer that counts already is read for at most this long. */
export const restTimeoutMs = 1_000

export type WebhookCall = { url: string; headers: Record<string, string>; body: string }

/** `httpStatus` is null where no answer came; `error` is null where the call succeeded. */
export type Attempt = { httpStatus: number | null; error: string | null; durationMs: number }

/** Makes the call. Success is an answer of 200 to 299 whose head arrives in time. */
export async function sendWebhook(call: WebhookCall, connections: Connections): Promise<Attempt> {
  const startedAt = elapsedMs()
  const durationMs = () => Math.round(elapsedMs() - startedAt)
  const deadline = abortAfter(answerTimeoutMs)
  try {
    const url = new URL(call.url)
    const post = { headers: headersOf(url, call), body: call.body }
    const { statusCode, body } = await connections.post(url, post, deadline)
    const answered = { httpStatus: statusCode, durationMs: durationMs() }
    if (isSuccess(statusCode)) {
      discardRest(body)
      return { ...answered, error: null }
    }
    return { ...answered, error: explainAnswer(statusCode, await readSome(body)) }
  } catch (cause) {
    const error = deadline.aborted ? new TargetRefused(noAnswer) : cause
    return { httpStatus: null, error: explainFailure(error), durationMs: durationMs() }
  }
}

const headersOf = (url: URL, { headers }: WebhookCall): Record<string, string> => ({
  host: url.host,
  'content-type': 'application/json',
  'user-agent': 'Mandate-Webhooks/1',
  ...basicCredentials(url),
  ...headers,
})

const isSuccess = (httpStatus: number) => httpStatus >= 200 && httpStatus < 300

/**
 * Takes the rest of an answer that counts already, for a moment and up to the limit, so that its connection is free for
 * the next; nobody waits for it.
 */
function discardRest(body: AnswerBody): void {
  let bytes = 0
  const end = () => body.destroy()
  const timer = after(restTimeoutMs, end)
  body.on('error', () => undefined)
  body.once('close', () => timer.cancel())
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes >= answerBytesMax) end()
  })
}

/** Reads the answer's body to its end, its limit or the deadline, whichever comes first. */
async function readSome(body: AnswerBody): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
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

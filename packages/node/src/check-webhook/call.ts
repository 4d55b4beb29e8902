/**
 * One call of an endpoint by the rules of the service: a connection of its own, no redirect followed, and an
 * answer that counts by its head and in time. It never throws: what went wrong is the result.
 */
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { sleep } from '../sleep.ts'
import type { Pace } from './pace.ts'

export type Call = {
  url: string
  method?: 'GET' | 'POST'
  headers: Record<string, string>
  body: string
  /** The body comes in pieces, with waits between them. */
  isSlow?: boolean
}

/** `status` is null where no answer came, and `failure` says why. */
export type Answer = { status: number | null; failure: string; text: string; durationMs: number }

const answerBytesMax = 64 * 1_024
/** The body of an answer is read for this long after its head. */
const restMs = 1_000
const pieces = 8
const quoteLengthMax = 150

/** Calls, and says what came back; rejects only with the reason of `signal`. */
export async function makeCall(call: Call, pace: Pace, signal: AbortSignal): Promise<Answer> {
  const startedAt = performance.now()
  const durationMs = () => Math.round(performance.now() - startedAt)
  const late = AbortSignal.timeout(pace.answerMs)
  try {
    const response = await exchange(call, pace, AbortSignal.any([signal, late]))
    const answered = { status: response.statusCode ?? 0, durationMs: durationMs() }
    return { ...answered, failure: '', text: await readSome(response) }
  } catch (error) {
    signal.throwIfAborted()
    const failure = late.aborted
      ? `no answer within ${pace.answerMs / 1_000} s`
      : explainFailure(error as NodeJS.ErrnoException)
    return { status: null, failure, text: '', durationMs: durationMs() }
  }
}

function exchange(call: Call, pace: Pace, signal: AbortSignal): Promise<IncomingMessage> {
  const { url, method = 'POST', headers, body, isSlow = false } = call
  const start = url.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const request = start(url, {
      method,
      agent: false,
      headers: {
        connection: 'close',
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Mandate-Webhooks/1',
        ...headers,
      },
      signal,
    })
    requireConnection(request, url, pace.connectMs)
    request.once('response', resolve)
    request.once('error', reject)
    request.once('close', () => reject(new Error('the connection was closed without an answer')))
    if (isSlow) writeSlowly(request, body, pace.pieceMs, signal).catch(reject)
    else request.end(body)
  })
}

/** Ends the request where the connection does not stand in time. */
function requireConnection(request: ClientRequest, url: string, connectMs: number): void {
  const end = () => request.destroy(new Error(`no connection within ${connectMs / 1_000} s`))
  const timer = setTimeout(end, connectMs)
  request.once('close', () => clearTimeout(timer))
  request.once('socket', (socket) =>
    socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => clearTimeout(timer)),
  )
}

async function writeSlowly(
  request: ClientRequest,
  body: string,
  pieceMs: number,
  signal: AbortSignal,
): Promise<void> {
  const bytes = Buffer.from(body)
  const size = Math.ceil(bytes.length / pieces)
  for (let from = 0; from < bytes.length; from += size) {
    if (request.destroyed) return
    request.write(bytes.subarray(from, from + size))
    await sleep(pieceMs, signal)
  }
  request.end()
}

/** Reads the answer's body to its end, its limit or for a second: the status alone decides. */
async function readSome(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  const impatience = setTimeout(() => response.destroy(), restMs)
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= answerBytesMax) break
    }
  } catch {
    // The part that was read until then is quoted.
  }
  clearTimeout(impatience)
  return Buffer.concat(chunks).subarray(0, answerBytesMax).toString()
}

/** Returns the beginning as one line without control characters, which terminals obey. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim()

const plainPort = 'this port does not speak https: give http://, or the port with the certificate'
const failures: Record<string, string> = {
  ECONNREFUSED: 'nothing listens at this address',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed while sending',
  ENOTFOUND: 'no address is known for this name',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed, and the service takes none such',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the server does not send the chain of its certificate',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  ERR_SSL_WRONG_VERSION_NUMBER: plainPort,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: plainPort,
}

const explainFailure = ({ code = '', message }: NodeJS.ErrnoException): string =>
  failures[code] ?? printable(message).slice(0, quoteLengthMax)

/** Writes what came back: the status and the beginning of the body, or why there was no answer. */
export function writeAnswer({ status, failure, text }: Answer): string {
  if (status === null) return failure
  const quoted = printable(text).slice(0, quoteLengthMax)
  return `answered ${status}${quoted && `: ${quoted}`}`
}

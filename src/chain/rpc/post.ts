/**
 * One request to one node over HTTP. What fails is thrown as viem's errors are, but with the node's
 * name in them and not its address, and with the node's own words rid of our keys.
 */
import { HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import type { Endpoint } from './endpoint.ts'

export type RpcRequest = { method: string; params?: unknown }
type RpcError = { code: number; message: string; data?: unknown }

/** No node may fill our memory. */
const answerBytesMax = 32 * 1024 * 1024
/** Of an error page, so much is kept. */
const detailsLengthMax = 300

/** What a node says that gives more than we take: its answer to a smaller question may do. */
const tooLarge: RpcError = {
  code: -32_008,
  message: `response size exceeds ${answerBytesMax} bytes`,
}

let lastId = 0

/** Sends a request; returns its result, or throws what the node answered, or that it did not. */
export async function post(
  endpoint: Endpoint,
  { method, params = [] }: RpcRequest,
  timeoutMs: number,
): Promise<unknown> {
  const request = { method, params }
  const about = { body: { method }, url: endpoint.name }
  const { status, headers, text } = await exchange(endpoint, request, timeoutMs, about)
  if (text === null) throw new RpcRequestError({ ...about, error: tooLarge })
  const answer = parse(text)
  const error = errorIn(answer)
  const isOk = status >= 200 && status < 300
  if (isOk && !error && answer && 'result' in answer) return answer['result']
  const isTooFast = status === 429
  if (error && !isTooFast)
    throw new RpcRequestError({
      ...about,
      error: { ...error, message: endpoint.redact(error.message) },
    })
  const details = endpoint.redact(error?.message ?? text.trim()).slice(0, detailsLengthMax)
  throw new HttpRequestError({ ...about, status, headers, details: `HTTP ${status}: ${details}` })
}

async function exchange(
  endpoint: Endpoint,
  request: RpcRequest,
  timeoutMs: number,
  about: { body: { method: string }; url: string },
): Promise<{ status: number; headers: Headers; text: string | null }> {
  const { url, headers } = endpoint
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++lastId, ...request }),
      redirect: 'error',
      signal,
    })
    return { status: response.status, headers: response.headers, text: await textOf(response) }
  } catch (error) {
    if (signal.aborted) throw new TimeoutError(about)
    throw new HttpRequestError({ ...about, details: endpoint.redact(reasonOf(error)) })
  }
}

/** The body, or `null` where it is larger than we take. */
async function textOf(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > answerBytesMax) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const answer: unknown = JSON.parse(text)
    return typeof answer === 'object' ? (answer as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

/** The error of an answer, as JSON-RPC has it: what has no code may come from anything on the way. */
function errorIn(answer: Record<string, unknown> | null): RpcError | null {
  const error = answer?.['error'] as Partial<RpcError> | null | undefined
  if (typeof error?.code !== 'number' || typeof error.message !== 'string') return null
  const { code, message, data } = error
  return { code, message, ...(data !== undefined && { data }) }
}

/** What the network said, such as ECONNREFUSED; fetch itself only says that it failed. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string } } & Error
  return cause?.code ?? cause?.message ?? message
}

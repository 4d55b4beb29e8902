/**
 * Sends one request to one node over HTTP. Failures are thrown as viem's errors, with the node's name
 * instead of its address, and with our keys removed from the node's error text.
 */
import { HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { answerBytesMaxOf, findFault, type RpcRequest } from './answers.ts'
import { sendMethod } from './complaints.ts'
import type { Endpoint } from './endpoint.ts'
import { refusalIn } from './send-answers.ts'
import { abortAfter } from '../../shared/time.ts'
type RpcError = { code: number; message: string; data?: string }

/** The length to which error texts are cut: they go into logs and stored reasons. */
const errorCharactersMax = 500
/** Revert data, such as the preview of 200 charges, is left out when it is longer than this. */
const revertCharactersMax = 131_072

/** A node's answer has not the form that its method prescribes: it counts as no answer. */
export class UnreadableAnswer extends HttpRequestError {
  override name = 'UnreadableAnswer'
}

let lastId = 0

/** Sends a request; returns its result, or throws the node's error, or that it did not answer. */
export async function postRequest(
  endpoint: Endpoint,
  { method, params = [] }: RpcRequest,
  timeoutMs: number,
): Promise<unknown> {
  const request = { method, params }
  const about = { body: { method }, url: endpoint.name }
  const { status, headers, text } = await exchange(endpoint, request, timeoutMs, about)
  const isOk = status >= 200 && status < 300
  if (text === null && isOk) throw new RpcRequestError({ ...about, error: tooLarge(method) })
  const answer = parse(text ?? '')
  const refused = method === sendMethod ? refusalIn(status, text ?? '', answer) : null
  const error = refused ?? errorIn(answer)
  if (isOk && !error && answer && 'result' in answer) {
    const fault = findFault(request, answer['result'])
    if (fault === null) return answer['result']
    const details = `the answer to ${method} cannot be read: ${fault}`
    throw new UnreadableAnswer({ ...about, status, headers, details })
  }
  const isTooFast = status === 429
  if (error && !isTooFast)
    throw new RpcRequestError({
      ...about,
      error: { ...error, message: cut(endpoint.redact(error.message)) },
    })
  const said = cut(endpoint.redact(error?.message ?? (text ?? 'a long text').trim()))
  const details = said ? `HTTP ${status}: ${said}` : `HTTP ${status}`
  throw new HttpRequestError({ ...about, status, headers, details })
}

async function exchange(
  endpoint: Endpoint,
  request: RpcRequest,
  timeoutMs: number,
  about: { body: { method: string }; url: string },
): Promise<{ status: number; headers: Headers; text: string | null }> {
  const { url, headers } = endpoint
  const signal = abortAfter(timeoutMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++lastId, ...request }),
      redirect: 'error',
      signal,
    })
    const text = await textOf(response, answerBytesMaxOf(request.method))
    return { status: response.status, headers: response.headers, text }
  } catch (error) {
    if (signal.aborted) throw new TimeoutError(about)
    throw new HttpRequestError({ ...about, details: cut(endpoint.redact(reasonOf(error))) })
  }
}

/** Reads the body; `null` where it is larger than `bytesMax`. */
async function textOf(response: Response, bytesMax: number): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > bytesMax) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Reads an object; of a list, which some gateways answer one request with, the first. */
function parse(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text)
    const answer: unknown = Array.isArray(parsed) ? parsed[0] : parsed
    return typeof answer === 'object' ? (answer as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

/** Finds the JSON-RPC error of an answer; an error without a code may come from anything on the way. */
function errorIn(answer: Record<string, unknown> | null): RpcError | null {
  const error = answer?.['error'] as Partial<RpcError> | null | undefined
  if (typeof error?.code !== 'number' || typeof error.message !== 'string') return null
  const revert = revertIn(error.data)
  return { code: error.code, message: error.message, ...(revert !== null && { data: revert }) }
}

/** Finds the revert data, which some nodes put into an object. */
function revertIn(data: unknown): string | null {
  const found = typeof data === 'object' ? (data as { data?: unknown } | null)?.data : data
  return typeof found === 'string' && found.length <= revertCharactersMax ? found : null
}

const cut = (text: string): string => text.slice(0, errorCharactersMax)

/** The error of an answer that is too large; it is worded so that a smaller range is asked for. */
const tooLarge = (method: string): RpcError => ({
  code: -32_008,
  message: `response size exceeds ${answerBytesMaxOf(method)} bytes`,
})

/** Finds the network's reason, such as ECONNREFUSED; fetch itself only says that it failed. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string } } & Error
  return cause?.code ?? cause?.message ?? message
}

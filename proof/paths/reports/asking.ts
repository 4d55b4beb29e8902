/** Calls of which each answer is welcome, and a missing one is said in one line. */
import { errorText } from '../../../src/shared/errors.ts'

export type Answer = {
  status: number
  body: Record<string, unknown>
  /** Null where it may be asked again at once. */
  retryAfterSeconds: number | null
}

/** Nobody answered at an address. */
export class Unanswered extends Error {
  override name = 'Unanswered'
}

const timeoutMs = 10_000

/** A call with a body is a POST. An answer that is no object of JSON counts as an empty one. */
export async function ask(
  url: string,
  { body, authorization }: { body?: object; authorization?: string } = {},
): Promise<Answer> {
  const response = await fetchInTime(url, {
    headers: {
      ...(authorization && { authorization }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const answered = (await response.json().catch(() => null)) as Answer['body'] | null
  const retryAfter = response.headers.get('retry-after')
  return {
    status: response.status,
    body: answered ?? {},
    retryAfterSeconds: retryAfter === null ? null : Number(retryAfter),
  }
}

/** Throws what a chain answers instead of a result. */
export async function askChain(
  rpcUrl: string,
  method: string,
  params: unknown[] = [],
): Promise<unknown> {
  const { status, body } = await ask(rpcUrl, { body: { jsonrpc: '2.0', id: 1, method, params } })
  if (body['error'])
    throw new Error(`${method}: ${String((body['error'] as { message?: string }).message)}`)
  if (!('result' in body)) throw new Unanswered(`${rpcUrl} does not answer as a chain: ${status}.`)
  return body['result']
}

async function fetchInTime(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs) })
  } catch (error) {
    throw new Unanswered(`${url} does not answer: ${causeOf(error)}.`, { cause: error })
  }
}

/** `fetch` says only that it failed, and the cause why; of several addresses all have failed alike. */
function causeOf(error: unknown): string {
  const { cause } = error as { cause?: unknown }
  const [first] = cause instanceof AggregateError ? (cause.errors as unknown[]) : [cause]
  return errorText(first ?? error)
}

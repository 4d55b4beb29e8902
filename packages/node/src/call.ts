/** Calls of the API as data, and what a caller may say about each. */

/** Any call takes these options, after its own arguments. */
export type CallOptions = {
  /** Ends the call; it rejects with the signal's reason. */
  signal?: AbortSignal
  /** Limits one attempt, in milliseconds. Default: the client's limit. */
  timeoutMs?: number
  /** Limits the attempts, from 1. Default: the client's limit. */
  attemptsMax?: number
  /**
   * The name of this request, for POST: the same key and request have their effect once, for days and
   * over restarts. Default: a new one for each call, kept over its attempts. Take the id of your own
   * order to be safe from your own repetitions too. 1 to 255 printable ASCII characters.
   */
  idempotencyKey?: string
}

/** The client has to know this of a call, as generated from the API's description. */
export type Call = {
  /** Default: GET, as most are. */
  verb?: string
  /** The path, with `{names}` where an argument goes. */
  path: string
  query?: true
  body?: true
  /** It has a body without fields. */
  empty?: true
  /** It takes an Idempotency-Key. */
  keyed?: true
  /** It needs no credentials. */
  open?: true
  /** It takes minutes, and goes on when the caller has given up: it is tried once. */
  slow?: true
  /** The field of the answer that is the whole of it. */
  gives?: string
  /** The field of the answer that is a page of a list. */
  lists?: string
}

/** One call with all that it was given. */
export type Request = {
  verb: string
  /** Path and query, as they are sent and signed. */
  target: string
  body?: string
  idempotencyKey?: string
  isOpen: boolean
  /** A field that every success has. */
  field?: string | undefined
  options: CallOptions
}

/** After which `fetch` of Node gives up anyway. */
const slowTimeoutMs = 300_000

export type Query = Record<string, unknown>

/** Composes the request of a call from its arguments: those of the path, the query, the body, options. */
export function composeRequest(call: Call, given: unknown[]): Request {
  const left = [...given]
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => toPathPart(name, left.shift()))
  const query = call.query ? toQueryString((left.shift() ?? {}) as Query) : ''
  const body = call.body ? (left.shift() ?? {}) : call.empty ? {} : undefined
  const options = (left.shift() ?? {}) as CallOptions
  return {
    verb: call.verb ?? 'GET',
    target: path + query,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(call.keyed && { idempotencyKey: options.idempotencyKey ?? crypto.randomUUID() }),
    isOpen: call.open === true,
    field: call.gives ?? call.lists,
    options: { ...(call.slow && { attemptsMax: 1, timeoutMs: slowTimeoutMs }), ...options },
  }
}

function toPathPart(name: string, value: unknown): string {
  // Dots alone would lead to another call: addresses are shortened by them, however they are written.
  if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value)
  throw new TypeError(
    `${name} is ${JSON.stringify(value) ?? 'missing'}; give it as a text, and not as dots alone`,
  )
}

/** Writes lists with commas and moments as ISO 8601, and leaves out what is undefined. */
function toQueryString(query: Query): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(toText(value))}`)
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

const toText = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : String(value)

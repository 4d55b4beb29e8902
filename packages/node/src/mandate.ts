/** The client: every call of the merchant API, the event log, and webhooks. */
import { type Call, type CallOptions, composeRequest, type Query } from './call.ts'
import { type ApiKey, type Prove, proveByBasic, proveBySignature } from './credentials.ts'
import { EventLog, type EventLogOptions } from './event-log.ts'
import { calls } from './generated/calls.generated.ts'
import type { Groups } from './generated/types.generated.ts'
import { List } from './list.ts'
import { type Connection, send } from './send.ts'
import { createWebhooks, type WebhookOptions, type Webhooks } from './webhooks.ts'

export type MandateOptions = ApiKey & {
  /** The service's address, such as `https://pay.example.com`. */
  baseUrl: string
  /** `basic` sends the secret with every call, `signature` signs every call with it. Default: `basic`. */
  authentication?: 'basic' | 'signature'
  /** Limits one attempt of a call, in milliseconds. Default: 30,000. */
  timeoutMs?: number
  /** Limits the attempts of a call. Default: 4. */
  attemptsMax?: number
  /** The longest wait between two attempts, in milliseconds; a service that asks for more fails the call. Default: 30,000. */
  waitMsMax?: number
  /** Another `fetch`, for a proxy or a test. */
  fetch?: typeof fetch
  /** Configures how webhooks are verified: secrets of further API keys, how old a call may be. */
  webhooks?: Partial<WebhookOptions>
}

export type Mandate = Omit<Groups, 'events'> & {
  events: Groups['events'] & {
    /** Walks through the event log, from `after` to its end, or on and on with `follow`. */
    log(options?: EventLogOptions): EventLog
  }
  webhooks: Webhooks
}

/** Makes a client. Throws a `TypeError` for options that cannot work. */
export function createMandate(options: MandateOptions): Mandate {
  const connection = toConnection(options)
  const groups = Object.fromEntries(
    Object.entries(calls).map(([group, methods]) => [group, toMethods(connection, methods)]),
  ) as unknown as Groups
  const { apiKey, apiSecret, webhooks = {} } = options
  return {
    ...groups,
    events: {
      ...groups.events,
      log: (logOptions = {}) =>
        // A query writes a moment as a body does.
        new EventLog((query, more) => groups.events.list(query as Query, more), logOptions),
    },
    webhooks: createWebhooks({
      ...webhooks,
      secrets: { [apiKey]: apiSecret, ...webhooks.secrets },
    }),
  }
}

function toConnection(options: MandateOptions): Connection {
  for (const name of ['baseUrl', 'apiKey', 'apiSecret'] as const)
    if (typeof options[name] !== 'string' || options[name] === '')
      throw new TypeError(`${name} is missing: ${missing[name]}`)
  if (!/^https?:/.test(options.baseUrl) || !URL.canParse(options.baseUrl))
    throw new TypeError(
      `baseUrl is '${options.baseUrl}'; give an address such as https://pay.example.com`,
    )
  return {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    prove: toProof(options),
    fetch: options.fetch ?? ((...given) => fetch(...given)),
    timeoutMs: options.timeoutMs ?? 30_000,
    attemptsMax: options.attemptsMax ?? 4,
    waitMsMax: options.waitMsMax ?? 30_000,
  }
}

const missing = {
  baseUrl: 'the address of the service, such as https://pay.example.com',
  apiKey: 'the name of an API key, such as test_…',
  apiSecret: 'the secret that was shown when the API key was made',
}

function toProof(options: MandateOptions): Prove {
  const { authentication = 'basic' } = options
  const prove = { basic: proveByBasic, signature: proveBySignature }[authentication]
  if (prove) return prove(options)
  // Not the default: who misspells `signature` does not want the secret to travel.
  throw new TypeError(`authentication is '${authentication}'; give basic or signature`)
}

function toMethods(connection: Connection, methods: Record<string, Call>) {
  return Object.fromEntries(
    Object.entries(methods).map(([name, call]) => [
      name,
      call.lists ? listMethod(connection, call) : callMethod(connection, call),
    ]),
  )
}

function callMethod(connection: Connection, call: Call) {
  return async (...given: unknown[]) => {
    const answer = (await send(connection, composeRequest(call, given))) as Record<string, unknown>
    return call.gives ? answer[call.gives] : answer
  }
}

function listMethod(connection: Connection, call: Call) {
  const queryIndex = [...call.path.matchAll(/\{/g)].length
  return (...given: unknown[]) =>
    new List(async (more) => {
      const query = { ...(given[queryIndex] as Query | undefined), ...more }
      const options = given[queryIndex + 1] as CallOptions | undefined
      const request = composeRequest(call, [...given.slice(0, queryIndex), query, options])
      const answer = (await send(connection, request)) as Record<string, unknown>
      return { items: answer[call.lists!] as unknown[], page: answer['page'] }
    })
}

/** Customers of a merchant, with tokens, for the tests of the session API. */
import type { TokenRight } from '../../src/shared/secrets/token-rights.ts'
import { send } from './client.ts'
import type { Merchant } from './world.ts'

export type TokenWish = { customerId?: string; may?: TokenRight; expiresInSeconds?: number }
export type Session = ReturnType<typeof sessionOf>

/** Calls the session API as whoever holds the token. */
export function sessionOf(url: string, token: string) {
  const authorization = `Bearer ${token}`
  return {
    token,
    authorization,
    get: (path: string, headers: Record<string, string> = {}) =>
      send(`${url}${path}`, 'GET', { headers: { authorization, ...headers } }),
    post: (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
      send(`${url}${path}`, 'POST', {
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  }
}

/** Has the merchant create a token, and returns the session that it opens. */
export async function openSession(
  { url }: { url: string },
  merchant: Merchant,
  wish: TokenWish = {},
): Promise<Session> {
  const { status, body } = await merchant.post('/integration/subscriptions/create-customer-token', {
    customerId: 'customer-42',
    ...wish,
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return sessionOf(url, body.token)
}

type Heard = {
  event: string
  data: {
    subscriptions: { contractAddress: string; status: string; permit: { status: string } | null }[]
    code: string
  }
}

/** Follows the session's live stream until `stop`. */
export async function follow({ url }: { url: string }, { authorization }: Session) {
  const hangingUp = new AbortController()
  const headers = { authorization }
  const response = await fetch(`${url}/session/live`, { headers, signal: hangingUp.signal })
  const heard = { events: [] as Heard[], isOver: false }
  const reading = response.ok ? read(response.body!, heard) : response.text()
  return {
    response,
    heard,
    /** The subscriptions that were told of last, by address and status. */
    latest: () =>
      heard.events
        .findLast(({ event }) => event === 'subscriptions')
        ?.data.subscriptions.map(({ contractAddress, status }) => [contractAddress, status]),
    stop: async () => {
      hangingUp.abort()
      await reading
    },
  }
}

async function read(
  body: ReadableStream<Uint8Array>,
  heard: { events: Heard[]; isOver: boolean },
): Promise<void> {
  const decoder = new TextDecoder()
  let raw = ''
  try {
    for await (const bytes of body) {
      raw += decoder.decode(bytes, { stream: true })
      heard.events = [...raw.matchAll(/^event: (\w+)\ndata: (.*)\n\n/gm)].map(
        ([, event, data]) => ({ event: event!, data: JSON.parse(data!) }),
      )
    }
  } catch {
    // Hung up, by one side or the other.
  }
  heard.isOver = true
}

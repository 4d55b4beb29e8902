/** Customers of a merchant, with tokens, for the tests of the session API. */
import type { TokenRight } from '../../src/shared/secrets/token-rights.ts'
import { followEvents } from '../support/event-stream.ts'
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

type Told = {
  subscriptions: { contractAddress: string; status: string; permit: { status: string } | null }[]
  code: string
}

/** Follows the session's live stream until `stop`. */
export async function follow({ url }: { url: string }, { authorization }: Session) {
  const stream = await followEvents<Told>(`${url}/session/live`, { authorization })
  return {
    ...stream,
    /** The subscriptions that are told of next, by address and status. */
    next: async () =>
      (await stream.heard.next()).data.subscriptions.map(({ contractAddress, status }) => [
        contractAddress,
        status,
      ]),
  }
}

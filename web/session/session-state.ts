/** Says where the page is with its session, from the first call to the end of its token. */
import type { CustomerSession } from '../api/session.generated.ts'
import type { Shop } from '../parts/shop.ts'
import { SessionClient, SessionProblem, ServiceAway } from './client.ts'
import { followServiceClock } from '../browser/service-clock.ts'
import { isWholeToken } from './token.ts'

type ClosedBecause = 'missing' | 'malformed' | 'unknown' | 'expired' | 'revoked'

const closedBecause: Record<string, ClosedBecause> = {
  SessionExpired: 'expired',
  SessionRevoked: 'revoked',
}

/** Why the token opens nothing, and whose it was where the service remembers it. */
export type Closed = { because: ClosedBecause; merchantName?: string; shop?: Shop }

export type SessionState =
  | { step: 'opening' }
  | { step: 'open'; session: CustomerSession; client: SessionClient }
  | { step: 'closed'; closed: Closed }
  /** The service does not answer, or somebody between does in its place; the page tries again. */
  | { step: 'away' }

const sessionPath = './session'

/** Opens the session; `onClosed` is called when the token ends later. */
export async function openSession(
  token: string | null,
  onClosed: (closed: Closed) => void,
): Promise<SessionState> {
  if (token === null) return { step: 'closed', closed: { because: 'missing' } }
  if (!isWholeToken(token)) return { step: 'closed', closed: { because: 'malformed' } }
  let closed: Closed | null = null
  const client = new SessionClient(token, sessionPath, (problem) => {
    closed = toClosed(problem)
    onClosed(closed)
  })
  try {
    const session = await client.read<CustomerSession>()
    followServiceClock(Date.parse(session.now))
    return { step: 'open', session, client }
  } catch (error) {
    if (closed !== null) return { step: 'closed', closed }
    if (error instanceof ServiceAway || error instanceof SessionProblem) return { step: 'away' }
    throw error
  }
}

function toClosed({ code, details }: SessionProblem): Closed {
  const { merchantName, shop } = details as Omit<Closed, 'because'>
  const because = closedBecause[code] ?? 'unknown'
  return { because, ...(merchantName && { merchantName }), ...(shop && { shop }) }
}

/** Where the page is with its session, from the first call to the end of its token. */
import { SessionClient, type SessionProblem, ServiceAway } from './client.ts'
import { followServiceClock } from './service-clock.ts'
import type { SessionView } from './session-views.ts'
import { isWholeToken } from './token.ts'

export type ClosedBecause = 'missing' | 'malformed' | 'unknown' | 'expired' | 'revoked'

export type SessionState =
  | { step: 'opening' }
  | { step: 'open'; session: SessionView; client: SessionClient }
  | { step: 'closed'; because: ClosedBecause }
  /** The service does not answer; the page tries again. */
  | { step: 'away' }

const sessionPath = './session'

/** Opens the session; `onClosed` is called when the token ends later. */
export async function openSession(
  token: string | null,
  onClosed: (because: ClosedBecause) => void,
): Promise<SessionState> {
  if (token === null) return { step: 'closed', because: 'missing' }
  if (!isWholeToken(token)) return { step: 'closed', because: 'malformed' }
  let because: ClosedBecause | null = null
  const client = new SessionClient(token, sessionPath, (problem) => {
    because = closedBecause(problem)
    onClosed(because)
  })
  try {
    const session = await client.read<SessionView>()
    followServiceClock(session.now)
    return { step: 'open', session, client }
  } catch (error) {
    if (because !== null) return { step: 'closed', because }
    if (error instanceof ServiceAway) return { step: 'away' }
    throw error
  }
}

function closedBecause({ code }: SessionProblem): ClosedBecause {
  if (code === 'SessionExpired') return 'expired'
  return code === 'SessionRevoked' ? 'revoked' : 'unknown'
}

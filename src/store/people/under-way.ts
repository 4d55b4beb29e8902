/** What is asked for while the session ends is not asked for any more. */
import type { ClientBase } from 'pg'
import { Problem } from '../../shared/problems.ts'

/**
 * Whoever asks by a session for what counts later has it still, in the commit of what they ask. The lock lets whoever ends
 * the session, and calls off what was asked for, wait for this commit, or this one for that.
 *
 * @throws Unauthorized where the session was ended meanwhile
 */
export async function requireSessionStill(
  client: ClientBase,
  sessionId: string | undefined,
): Promise<void> {
  if (sessionId === undefined) return
  const { rowCount } = await client.query('select from session where id = $1 for share', [
    sessionId,
  ])
  if (rowCount) return
  throw new Problem('Unauthorized', 'Your session was ended meanwhile: log in again.')
}

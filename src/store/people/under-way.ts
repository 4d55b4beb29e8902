/** What is asked for while the session ends is not asked for any more. */
import type { ClientBase } from 'pg'
import { Problem } from '../../shared/problems.ts'

type Asking = { accountId?: string | null; sessionId?: string | undefined }

/**
 * Whoever asks by a session for what counts later has it still, in the commit of what they ask. The lock lets whoever ends
 * the session, and calls off what was asked for, wait for this commit, or this one for that. An operator of another cell has
 * account and session there, where it was let in.
 *
 * @throws Unauthorized where the session was ended meanwhile
 */
export async function requireSessionStill(
  client: ClientBase,
  { accountId = null, sessionId }: Asking,
): Promise<void> {
  if (sessionId === undefined) return
  const locked = 'select from session where id = $1 for share'
  if ((await client.query(locked, [sessionId])).rowCount) return
  const { rowCount: isHere } = await client.query('select from account where id = $1', [accountId])
  if (isHere) throw new Problem('Unauthorized', 'Your session was ended meanwhile: log in again.')
}

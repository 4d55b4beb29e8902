/**
 * One leader among many processes, by an advisory lock that a connection of its own holds for as
 * long as it lives. The lock only saves double work: a leader that was cut off without noticing
 * is stopped by the cursor's revision.
 */
import type { Pool, PoolClient } from 'pg'
import { lockKeyOf } from '../store/starting/lock-key.ts'

const key = lockKeyOf('$1::text')

export type Lead = {
  /** Aborts when the connection, and with it the lock, is lost. */
  lost: AbortSignal
  release(): Promise<void>
}

/** Tries to become the leader for `name`; `null` while another process is. */
export async function tryToLead(pool: Pool, name: string): Promise<Lead | null> {
  const client = await pool.connect()
  const losing = new AbortController()
  const lose = () => losing.abort()
  client.on('error', lose).on('end', lose)
  try {
    const { rows } = await client.query<{ isMine: boolean }>(
      `select pg_try_advisory_lock(${key}) as "isMine"`,
      [name],
    )
    if (rows[0]!.isMine) return { lost: losing.signal, release: () => unlock(client, name) }
  } catch (error) {
    client.release(error as Error)
    throw error
  }
  // The connection goes back to the pool, and the next try may be on it.
  client.off('error', lose).off('end', lose)
  client.release()
  return null
}

/** Closes the connection instead of giving it back, so that the lock cannot outlive the lead. */
async function unlock(client: PoolClient, name: string): Promise<void> {
  await client.query(`select pg_advisory_unlock(${key})`, [name]).catch(() => undefined)
  client.release(true)
}

/** Reads from the journal how often the payer of a subscription had it paused. */
import type { Database } from '../../database.ts'

/**
 * Returns the moments of pauses by the payer's word after `since`, in business time, the oldest first. What changes the
 * end of a pause is none.
 */
export async function listPausesByPayer(
  { pool }: Database,
  contractAddress: string,
  since: Date,
): Promise<Date[]> {
  const { rows } = await pool.query<{ at: string }>({
    name: 'pauses-by-payer',
    text: `select at from journal where kind = 'subscription' and entity_id = $1 and at > $2
        and cause->>'by' = 'payer' and event->>'type' in ('subscription.pause', 'subscription.pauseUntil')
        and to_state = 'PendingPause' and from_state <> to_state
      order by at`,
    values: [contractAddress, since],
  })
  return rows.map(({ at }) => new Date(at))
}

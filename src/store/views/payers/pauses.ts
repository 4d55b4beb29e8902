/** Reads from the journal how often the payer of a subscription had it paused or resumed; another end of a pause costs nothing. */
import type { Database } from '../../database.ts'

/** Returns the moments of those commands after `since`, in business time, the oldest first. */
export async function listPausesByPayer(
  { pool }: Database,
  contractAddress: string,
  since: Date,
): Promise<Date[]> {
  const { rows } = await pool.query<{ at: string }>({
    name: 'pauses-by-payer',
    text: `select at from journal where kind = 'subscription' and entity_id = $1 and at > $2
        and cause->>'by' = 'payer' and event->>'type' in ('subscription.pause', 'subscription.pauseUntil', 'subscription.unpause')
        and from_state <> to_state
      order by at`,
    values: [contractAddress, since],
  })
  return rows.map(({ at }) => new Date(at))
}

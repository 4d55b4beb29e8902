/**
 * Whether something is awaited on a chain, so that it is looked at with every block: payments that
 * are open, drafts that were made a moment ago, transactions on their way, and logs that are not
 * reported or agreed on yet. Otherwise nobody waits for what may come, and it is looked at rarely.
 */
import type { Pool } from 'pg'
import { openPayments, quoteStatuses, unendedTransactions } from '../../core/states.ts'

/** The maker of a draft is about to approve it; later its page gives a hint. */
const draftIsNewMinutes = 60

/** Asks the database, by indexes that hold little else. */
export async function isAnythingAwaited(pool: Pool, blockchain: string): Promise<boolean> {
  const { rows } = await pool.query<{ isAny: boolean }>({
    name: 'chain-is-awaited',
    text: `select exists (select from payment
        where blockchain = $1 and status in (${quoteStatuses(openPayments)}))
      or exists (select from transaction
        where blockchain = $1 and status in (${quoteStatuses(unendedTransactions)}))
      or exists (select from chain_log
        where blockchain = $1 and status in ('Seen', 'Retracting'))
      or exists (select from deposit_log
        where blockchain = $1 and (status in ('Seen', 'Retracting') or (status = 'Reported' and not agreed)))
      or exists (select from subscription where blockchain = $1 and status = 'Draft'
        and created_at > now() - $2 * interval '1 minute') as "isAny"`,
    values: [blockchain, draftIsNewMinutes],
  })
  return rows[0]!.isAny
}

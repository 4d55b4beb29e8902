/** Counts what somebody cancels, so that no session ends a whole business by many small calls. */
import { dayMs } from '../../../machines/durations.ts'
import { cancellationsPerDayMax } from './rights.ts'
import type { WithClock } from '../parts.ts'

/**
 * Counts one more cancellation of an account, on whichever network, unless so many were counted within the 24 hours of real
 * time before that it needs the right to many. `mayMany`: it has that, and is counted in any case.
 *
 * @returns whether it is counted
 */
export async function countCancellation(
  { database, clock }: WithClock,
  accountId: string,
  { mayMany }: { mayMany: boolean },
): Promise<boolean> {
  const now = clock.realNow()
  const dayAgo = new Date(now.getTime() - dayMs)
  // The last ones are enough to tell. The row's lock has those that come at once counted one by one.
  const { rowCount } = await database.pool.query({
    name: 'count-cancellation',
    text: `insert into recent_cancellations as known (account_id, cancelled_at) values ($1, array[$2::timestamptz])
      on conflict (account_id) do update set cancelled_at = $2::timestamptz
        || array(select at from unnest(known.cancelled_at) as at where at > $3 order by at desc limit $4)
      where $5 or (select count(*) from unnest(known.cancelled_at) as at where at > $3) < $4`,
    values: [accountId, now, dayAgo, cancellationsPerDayMax, mayMany],
  })
  return rowCount === 1
}

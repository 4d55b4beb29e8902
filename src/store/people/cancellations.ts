/** Counts what somebody cancels, so that no session ends a whole business by many small calls. */
import { dayMs } from '../../../machines/durations.ts'
import type { Owner } from '../../shared/owner.ts'
import type { MerchantDependencies } from '../merchants/merchants.ts'

/** Counts one more; returns how many there are within a day of real time that begins with the first. */
export async function countCancellation(
  { database, clock }: Pick<MerchantDependencies, 'database' | 'clock'>,
  accountId: string,
  { network }: Pick<Owner, 'network'>,
): Promise<number> {
  const now = clock.realNow()
  const dayAgo = new Date(now.getTime() - dayMs)
  const { rows } = await database.pool.query<{ count: number }>({
    name: 'count-cancellation',
    text: `insert into cancellation_count as known (account_id, network, count, since) values ($1, $2, 1, $3)
      on conflict (account_id, network) do update set
        count = case when known.since <= $4 then 1 else known.count + 1 end,
        since = case when known.since <= $4 then excluded.since else known.since end
      returning count`,
    values: [accountId, network, now, dayAgo],
  })
  return rows[0]!.count
}

/** Finds how many subscriptions a customer has made by sessions. */
import { dayMs, secondMs } from '../../../../machines/durations.ts'
import type { Owner } from '../../../shared/owner.ts'
import type { Database } from '../../database.ts'

/**
 * Returns in how many seconds a customer who has made so many subscriptions by sessions within the last 24 hours has made
 * one less; null where they are fewer. Those that the merchant made do not count, and those that have ended do.
 */
export async function findSecondsUntilFewer(
  { pool }: Pick<Database, 'pool'>,
  { merchantId, network }: Owner,
  customerId: string,
  count: number,
): Promise<number | null> {
  const { rows } = await pool.query<{ seconds: number }>({
    name: 'made-by-customer-within-a-day',
    text: `select greatest(1, ceil(extract(epoch from s.created_at - now()) + $4))::int as seconds
      from subscription s
      where s.merchant_id = $1 and s.network = $2 and s.customer_id = $3
        and s.created_at > now() - $4 * interval '1 second'
        and exists (select from journal j where j.kind = 'subscription' and j.entity_id = s.id
          and j.revision = 1 and j.cause->>'by' = 'payer')
      order by s.created_at desc limit 1 offset $5`,
    values: [merchantId, network, customerId, dayMs / secondMs, count - 1],
  })
  return rows[0]?.seconds ?? null
}

/** Takes the chores of the webhook relay out of the outbox. */
import type { Cause } from '../../shared/message.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../../store/database.ts'

export type Chore = Owner & {
  id: string
  name: string
  entityId: string
  cause: Cause
  payload: Record<string, unknown>
  attempts: number
  lastError: string | null
}

export type ChoreBounds = { probesMax: number; othersMax: number; leaseMs: number }

/**
 * Claims chores that are due, but for those `underWay` in this process: a probe is asked for again while
 * it waits for its answer. No other process claims them for `leaseMs`.
 */
export async function claimChores(
  { pool }: Database,
  underWay: string[],
  { probesMax, othersMax, leaseMs }: ChoreBounds,
): Promise<Chore[]> {
  const { rows } = await pool.query<Chore>({
    name: 'chore-claim',
    text: `update outbox set available_at = now() + $1 * interval '1 millisecond', attempts = attempts + 1
      where id = any(array(
        select due.id from (values (true, $2::int), (false, $3::int)) as bound(is_probe, free)
        cross join lateral (
          select id from outbox where channel = 'webhook' and name <> 'sendWebhook'
            and (name = 'probe') = is_probe and available_at <= now() and id <> all($4)
          order by available_at limit greatest(free, 0) for update skip locked) as due))
      returning id, name, entity_id as "entityId", merchant_id as "merchantId", network, cause,
        payload, attempts, last_error as "lastError"`,
    values: [leaseMs, probesMax, othersMax, underWay],
  })
  return rows
}

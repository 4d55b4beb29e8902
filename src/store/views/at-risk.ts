import { chargeableSubscriptions, quoteStatuses } from '../states.ts'
import type { Database } from '../database.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { Subscription } from '../tables/actors.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Page } from '../../shared/page.ts'
import { toStoredActor } from '../actor-row.ts'

/**
 * Lists the subscriptions whose next charge will fail unless somebody acts, or has failed
 * already, the most urgent first.
 */
export async function listAtRisk(
  { orm }: Database,
  owner: Owner,
  page: Page,
): Promise<{ actors: StoredActor<'subscription'>[]; total: number }> {
  const [rows, total] = await orm.em.fork().findAndCount(
    Subscription,
    {
      ...owner,
      status: { $in: chargeableSubscriptions },
      $or: [{ isAtRisk: true }, { phase: { $like: 'Overdue%' } }],
    },
    { orderBy: [{ nextChargeAt: 'asc' }, { id: 'asc' }], ...page },
  )
  return { actors: rows.map((row) => toStoredActor('subscription', row)), total }
}

/** Returns when the next charge of those is due, the most urgent; null where none is at risk. */
export async function findMostUrgent(
  { pool }: Database,
  { merchantId, network }: Owner,
): Promise<string | null> {
  const { rows } = await pool.query<{ at: string | null }>({
    name: 'most-urgent-risk',
    text: `select min(next_charge_at) as at from subscription
      where merchant_id = $1 and network = $2 and status in (${quoteStatuses(chargeableSubscriptions)})
        and (is_at_risk or phase like 'Overdue%')`,
    values: [merchantId, network],
  })
  return rows[0]!.at
}

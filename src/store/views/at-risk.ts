/** Subscriptions whose next charge will fail unless somebody acts, or has failed already, the most urgent first. */
import type { Owner } from '../../shared/owner.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../database.ts'
import { actorsOf } from '../lists/conditions.ts'
import type { List } from '../lists/list.ts'
import { chargeableSubscriptions, quoteStatuses } from '../../core/states.ts'

/** The index that holds them in this order has this condition. */
export const isAtRisk = `status in (${quoteStatuses(chargeableSubscriptions)}) and (is_at_risk or phase like 'Overdue%')`

export const atRiskList: List<object, StoredActor<'subscription'>> = {
  table: 'subscription',
  columns: { at: 'next_charge_at', id: 'id', isText: true },
  direction: 'asc',
  hasAmounts: true,
  conditionsOf: () => [isAtRisk],
  readRows: actorsOf('subscription'),
}

/** Returns when the next charge of those is due, the most urgent; null where none is at risk. */
export async function findMostUrgent(
  { pool }: Pick<Database, 'pool'>,
  { merchantId, network }: Owner,
): Promise<string | null> {
  const { rows } = await pool.query<{ at: string | null }>(
    `select min(next_charge_at) as at from subscription
      where merchant_id = $1 and network = $2 and ${isAtRisk}`,
    [merchantId, network],
  )
  return rows[0]!.at
}

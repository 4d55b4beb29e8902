import type { Address } from 'viem'
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../database.ts'
import { Subscription } from '../tables/actors.ts'
import { toStoredActor } from '../actor-row.ts'
import type { Owner } from '../../shared/owner.ts'
import { livingSubscriptions } from '../states.ts'

/** Returns the subscription of any merchant: only for answers that hold no more than the public chain does. */
export async function findSubscriptionOfAnyone(
  { orm }: Database,
  contractAddress: Address,
): Promise<StoredActor<'subscription'> | null> {
  const found = await orm.em.fork().findOne(Subscription, { id: contractAddress })
  return found && toStoredActor('subscription', found)
}

/** Counts the owner's subscriptions in an asset, or on a chain, of which charges are still to be made. */
export async function countLivingSubscriptions(
  { pool }: Database,
  { merchantId, network }: Owner,
  needed: { asset: string } | { blockchain: string },
): Promise<number> {
  const [[column, value]] = Object.entries(needed) as [[string, string]]
  const { rows } = await pool.query<{ count: number }>({
    name: `living-subscriptions-by-${column}`,
    text: `select count(*)::int as count from subscription
      where merchant_id = $1 and network = $2 and status = any($3) and ${column} = $4
        and charges_made < (snapshot->'context'->>'maxPeriods')::int`,
    values: [merchantId, network, livingSubscriptions, value],
  })
  return rows[0]!.count
}

import type { Address } from 'viem'
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../database.ts'
import { Subscription } from '../tables/actors.ts'
import { toStoredActor } from '../actor-row.ts'
import type { Owner } from '../../shared/owner.ts'
import { livingSubscriptions } from '../../core/states.ts'

/** Returns the subscription of any merchant: only for answers that hold no more than the public chain does. */
export async function findSubscriptionOfAnyone(
  { orm }: Database,
  contractAddress: Address,
): Promise<StoredActor<'subscription'> | null> {
  const found = await orm.em.fork().findOne(Subscription, { id: contractAddress })
  return found && toStoredActor('subscription', found)
}

/** Returns the address of the subscription that the request with this seed has made for a customer; null where it has made none. */
export async function findMadeSubscription(
  { pool }: Pick<Database, 'pool'>,
  { merchantId, network }: Owner,
  { id, customerId }: { id: string; customerId: string },
): Promise<string | null> {
  const { rows } = await pool.query<{ address: string }>(
    `select id as address from subscription where merchant_id = $1 and network = $2 and customer_id = $3
      and snapshot->'context'->>'id' = $4`,
    [merchantId, network, customerId, id],
  )
  return rows[0]?.address ?? null
}

/** Subscriptions of which charges are still to be made, alike in what is charged; the amount in base units. */
export type LivingSubscriptions = {
  blockchain: string
  asset: string
  amount: string
  count: number
}

/** Counts the owner's living subscriptions by what each charges: as many rows as plans, not as subscriptions. */
export async function countLivingSubscriptions(
  { pool }: Database,
  { merchantId, network }: Owner,
): Promise<LivingSubscriptions[]> {
  const { rows } = await pool.query<LivingSubscriptions>({
    name: 'living-subscriptions',
    text: `select blockchain, asset, snapshot->'context'->>'amount' as amount, count(*)::int as count
      from subscription
      where merchant_id = $1 and network = $2 and status = any($3)
        and charges_made < (snapshot->'context'->>'maxPeriods')::int
      group by 1, 2, 3`,
    values: [merchantId, network, livingSubscriptions],
  })
  return rows
}

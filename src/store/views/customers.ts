/** Customers as the service knows them: by the subscriptions under the merchant's own name for them. */
import type { Database } from '../database.ts'
import type { Owner } from '../../shared/owner.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { toStoredActor } from '../actor-row.ts'
import type { Reader } from '../lists/places.ts'
import { Subscription } from '../tables/actors.ts'
import type { FoundCustomer } from '../../core/resources/customer.ts'

/** The pool returns moments as text. */
type CustomerRow = Omit<FoundCustomer, 'firstSeenAt'> & { firstSeenAt: string }

/** Reads the owner's customers by their names: what all of the subscriptions of each come to. */
export async function readCustomers(
  reader: Reader,
  owner: Owner,
  customerIds: string[],
): Promise<FoundCustomer[]> {
  const { rows } = await reader.query<CustomerRow>(
    `select customer_id as "customerId", count(*)::int as "subscriptionCount",
       (count(*) filter (where status = 'Active'))::int as "activeSubscriptionCount",
       array_agg(distinct payer) as payers, max(access_until) as "accessUntil",
       min(snapshot->'context'->>'createdAt') as "firstSeenAt"
     from subscription
     where merchant_id = $1 and network = $2 and customer_id = any($3)
     group by customer_id`,
    [owner.merchantId, owner.network, customerIds],
  )
  return rows.map(({ firstSeenAt, ...customer }) => ({
    ...customer,
    firstSeenAt: new Date(firstSeenAt),
  }))
}

/** Returns the customer's subscriptions that decide about access: the longest grants first, then the newest. */
export async function findDecidingSubscriptions(
  { orm }: Database,
  owner: Owner,
  { customerId, planId }: { customerId: string; planId?: string | undefined },
  limit: number,
): Promise<{ subscriptions: StoredActor<'subscription'>[]; total: number }> {
  const [rows, total] = await orm.em.fork().findAndCount(
    Subscription,
    { ...owner, customerId, ...(planId !== undefined && { planId }) },
    {
      orderBy: [{ accessUntil: 'desc nulls last' }, { createdAt: 'desc' }, { id: 'desc' }],
      limit,
    },
  )
  return { subscriptions: rows.map((row) => toStoredActor('subscription', row)), total }
}

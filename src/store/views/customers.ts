/** Customers as the service knows them: by the subscriptions under the merchant's own name for them. */
import type { Database } from '../database.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Page } from '../../shared/page.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { toStoredActor } from '../actor-row.ts'
import { Subscription } from '../tables/actors.ts'

export type FoundCustomer = {
  customerId: string
  subscriptionCount: number
  activeSubscriptionCount: number
  payers: string[]
  firstSeenAt: Date
  /** The latest of its subscriptions; null where none grants access. */
  accessUntil: string | null
}

/** The pool returns moments as text. */
type CustomerRow = Omit<FoundCustomer, 'firstSeenAt'> & { firstSeenAt: string }

/** Lists the owner's customers, those with the latest subscription first, and how many there are. */
export async function listCustomers(
  { pool }: Database,
  owner: Owner,
  { customerId }: { customerId?: string | undefined },
  page: Page,
): Promise<{ customers: FoundCustomer[]; total: number }> {
  const conditions = 'merchant_id = $1 and network = $2 and ($3::text is null or customer_id = $3)'
  const values = [owner.merchantId, owner.network, customerId ?? null]
  const counted = pool.query<{ total: number }>(
    `select count(distinct customer_id)::int as total from subscription where ${conditions}`,
    values,
  )
  const found = pool.query<CustomerRow>(
    `select customer_id as "customerId", count(*)::int as "subscriptionCount",
       (count(*) filter (where status = 'Active'))::int as "activeSubscriptionCount",
       array_agg(distinct payer) as payers, max(access_until) as "accessUntil",
       min(snapshot->'context'->>'createdAt') as "firstSeenAt"
     from subscription
     where ${conditions}
     group by customer_id order by max(created_at) desc, customer_id limit $4 offset $5`,
    [...values, page.limit, page.offset],
  )
  const [{ rows: totals }, { rows }] = await Promise.all([counted, found])
  const customers = rows.map(({ firstSeenAt, ...customer }) => ({
    ...customer,
    firstSeenAt: new Date(firstSeenAt),
  }))
  return { customers, total: totals[0]!.total }
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

import type { Database } from '../database.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Page } from '../../shared/page.ts'

/** A customer as the service knows one: by the subscriptions under the merchant's own id for them. */
export type CustomerSummary = {
  customerId: string
  subscriptions: number
  activeSubscriptions: number
  payers: string[]
  firstSeenAt: Date
}

/** The pool returns moments as text. */
type CustomerRow = Omit<CustomerSummary, 'firstSeenAt'> & { firstSeenAt: string; total: number }

/** Lists the owner's customers, those with the latest subscription first, and how many there are. */
export async function listCustomers(
  { pool }: Database,
  owner: Owner,
  { customerId }: { customerId?: string | undefined },
  page: Page,
): Promise<{ customers: CustomerSummary[]; total: number }> {
  const { rows } = await pool.query<CustomerRow>(
    `select customer_id as "customerId", count(*)::int as subscriptions,
       (count(*) filter (where status = 'Active'))::int as "activeSubscriptions",
       array_agg(distinct payer) as payers, min(created_at) as "firstSeenAt",
       (count(*) over ())::int as total
     from subscription
     where merchant_id = $1 and network = $2 and ($3::text is null or customer_id = $3)
     group by customer_id order by max(created_at) desc, customer_id limit $4 offset $5`,
    [owner.merchantId, owner.network, customerId ?? null, page.limit, page.offset],
  )
  const customers = rows.map(({ total: _, firstSeenAt, ...customer }) => ({
    ...customer,
    firstSeenAt: new Date(firstSeenAt),
  }))
  return { customers, total: rows[0]?.total ?? 0 }
}

/** Finds who has used the right to withdraw, which is granted once for a plan: to a customer, and to a payer's address. */
import type { Owner } from '../../../shared/owner.ts'
import type { Database } from '../../database.ts'

export type Withdrawing = { planId: string; customerId: string; payer: string }

/** Returns the contract from which this customer or this address withdrew; undefined where neither did. */
export async function findUsedWithdrawal(
  { pool }: Pick<Database, 'pool'>,
  { merchantId, network }: Owner,
  { planId, customerId, payer }: Withdrawing,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'used-withdrawal',
    text: `select id from subscription
      where merchant_id = $1 and network = $2 and plan_id = $3 and withdrawn_at is not null
        and (customer_id = $4 or payer = $5)
      limit 1`,
    values: [merchantId, network, planId, customerId, payer],
  })
  return rows[0]?.id
}

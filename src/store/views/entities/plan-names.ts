/** The names of the plans of subscriptions: people know a subscription by its customer and its plan. */
import type { Owner } from '../../../shared/owner.ts'
import type { Database } from '../../database.ts'

/** By contract. A subscription whose plan is not there is left out. */
export async function findPlanNames(
  { pool }: Database,
  { merchantId, network }: Owner,
  contracts: readonly string[],
): Promise<Map<string, string>> {
  if (contracts.length === 0) return new Map()
  const { rows } = await pool.query<{ id: string; name: string }>({
    name: 'view-plan-names',
    text: `select s.id, p.name from subscription s
        join plan p on p.id = s.plan_id and p.merchant_id = s.merchant_id and p.network = s.network
      where s.id = any($1) and s.merchant_id = $2 and s.network = $3`,
    values: [contracts, merchantId, network],
  })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

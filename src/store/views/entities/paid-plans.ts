/** What subscriptions pay for and who pays, for rows that name their contract alone. */
import type { Pool } from 'pg'
import { formatMoney } from '../../../shared/money.ts'
import type { Owner } from '../../../shared/owner.ts'

/** `planName`: its id where there is no such plan. `monthly`: what it brings in a month, with its asset. */
export type PaidPlan = { payer: string; planId: string; planName: string; monthly: string }
type Row = PaidPlan & { contractAddress: string; decimals: number; asset: string }

/** By contract. */
export async function findPaidPlans(
  pool: Pick<Pool, 'query'>,
  { merchantId, network }: Owner,
  contracts: readonly string[],
): Promise<Map<string, PaidPlan>> {
  if (contracts.length === 0) return new Map()
  const { rows } = await pool.query<Row>({
    name: 'view-paid-plans',
    text: `select s.id as "contractAddress", s.payer, s.plan_id as "planId",
        coalesce(p.name, s.plan_id) as "planName", s.monthly, s.decimals, s.asset
      from subscription s
      left join plan p on p.id = s.plan_id and p.merchant_id = s.merchant_id and p.network = s.network
      where s.id = any($1) and s.merchant_id = $2 and s.network = $3`,
    values: [contracts, merchantId, network],
  })
  return new Map(
    rows.map(({ contractAddress, monthly, decimals, asset, ...plan }) => [
      contractAddress,
      { ...plan, monthly: formatMoney(monthly, decimals, asset) },
    ]),
  )
}

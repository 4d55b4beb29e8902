import type { Pool } from 'pg'
import type { Address } from 'viem'

/**
 * What should still lie at the deposit addresses of these payments by the logs that we hold, in base
 * units: what came of a token, less what was swept.
 */
export async function leftInDeposits(
  pool: Pool,
  paymentIds: string[],
  token: Address,
): Promise<Map<string, bigint>> {
  const { rows } = await pool.query<{ id: string; amount: string }>({
    name: 'deposits-left',
    text: `select payment_id as id, sum(case kind when 'Swept' then -amount else amount end) as amount
      from deposit_log
      where payment_id = any($1) and token = $2 and status in ('Seen', 'Told', 'Confirmed')
      group by payment_id`,
    values: [paymentIds, token],
  })
  return new Map(rows.map(({ id, amount }) => [id, BigInt(amount)]))
}

import type { Pool } from 'pg'
import type { Address } from 'viem'

/**
 * Base units: what came less what was swept, by all that is seen, and by sweeps that are confirmed.
 * `credited`: what was told as confirmed, of what was covered, less every sweep that is seen.
 */
export type LeftInDeposit = { seen: bigint; confirmed: bigint; credited: bigint }
type Sums = Record<'came' | 'credited' | 'swept' | 'gone', string>

/** What should still lie at the deposit addresses of these payments, by the logs that we hold. */
export async function leftInDeposits(
  pool: Pool,
  paymentIds: string[],
  token: Address,
): Promise<Map<string, LeftInDeposit>> {
  const { rows } = await pool.query<{ id: string } & Sums>({
    name: 'deposits-left',
    text: `select payment_id as id,
        coalesce(sum(amount) filter (where kind <> 'Swept'), 0) as came,
        coalesce(sum(credited) filter (where agreed), 0) as credited,
        coalesce(sum(amount) filter (where kind = 'Swept'), 0) as swept,
        coalesce(sum(amount) filter (where kind = 'Swept' and status = 'Confirmed'), 0) as gone
      from deposit_log
      where payment_id = any($1) and token = $2 and status in ('Seen', 'Told', 'Confirmed')
      group by payment_id`,
    values: [paymentIds, token],
  })
  return new Map(
    rows.map(({ id, came, credited, swept, gone }) => [
      id,
      {
        seen: BigInt(came) - BigInt(swept),
        confirmed: BigInt(came) - BigInt(gone),
        credited: BigInt(credited) - BigInt(swept),
      },
    ]),
  )
}

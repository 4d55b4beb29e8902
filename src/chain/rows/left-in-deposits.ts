import type { Pool } from 'pg'
import type { Address } from 'viem'

/**
 * Base units: what came less what was swept. `seen`: by all logs. `undoubted`: by logs that nodes do not
 * differ about. `confirmed`: less confirmed sweeps only. `credited`: what was covered and reported as
 * confirmed, less every sweep that is seen. `agreed`: the same of what nodes agree came of the token asked for, covered or not.
 */
export type LeftInDeposit = {
  seen: bigint
  undoubted: bigint
  confirmed: bigint
  credited: bigint
  agreed: bigint
}
type Sums = Record<'came' | 'credited' | 'agreed' | 'swept' | 'gone' | 'doubted', string>

/** Sums what should still lie at the deposit addresses of these payments, by our logs, up to a block if one is given. */
export async function sumLeftInDeposits(
  pool: Pool,
  paymentIds: string[],
  token: Address,
  upTo: number | null = null,
): Promise<Map<string, LeftInDeposit>> {
  const { rows } = await pool.query<{ id: string } & Sums>({
    name: 'deposits-left',
    text: `select payment_id as id,
        coalesce(sum(amount) filter (where event <> 'Swept'), 0) as came,
        coalesce(sum(credited) filter (where agreed), 0) as credited,
        coalesce(sum(amount) filter (where event <> 'Swept' and agreed and token = asked_for), 0) as agreed,
        coalesce(sum(amount) filter (where event = 'Swept'), 0) as swept,
        coalesce(sum(amount) filter (where event = 'Swept' and status = 'Confirmed'), 0) as gone,
        coalesce(sum(case event when 'Swept' then -amount else amount end)
          filter (where not agreed and asked_at is not null), 0) as doubted
      from deposit_log join (select id as asked_by, token as asked_for from payment) p on asked_by = payment_id
      where payment_id = any($1) and token = $2 and status in ('Seen', 'Reported', 'Confirmed')
        and ($3::bigint is null or block_number <= $3)
      group by payment_id`,
    values: [paymentIds, token, upTo],
  })
  return new Map(
    rows.map(({ id, came, credited, agreed, swept, gone, doubted }) => [
      id,
      {
        seen: BigInt(came) - BigInt(swept),
        undoubted: BigInt(came) - BigInt(swept) - BigInt(doubted),
        confirmed: BigInt(came) - BigInt(gone),
        credited: BigInt(credited) - BigInt(swept),
        agreed: BigInt(agreed) - BigInt(swept),
      },
    ]),
  )
}

/** Finds the payments among these with logs, up to a block, on which the nodes have not agreed. */
export async function findUndecidedPayments(
  pool: Pool,
  paymentIds: string[],
  upTo: number,
): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'deposits-undecided',
    text: `select distinct payment_id as id from deposit_log
      where payment_id = any($1) and block_number <= $2
        and (status = 'Retracting' or (status in ('Seen', 'Reported') and not agreed))`,
    values: [paymentIds, upTo],
  })
  return new Set(rows.map(({ id }) => id))
}

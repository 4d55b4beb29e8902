/**
 * Computes how many days a gas wallet lasts: by the charges that its subscriptions are due for, and by what moving
 * payments on has cost of late. Bounded in time and in rows, however many subscriptions there are.
 */
import { dayMs } from '../../../machines/durations.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../database.ts'
import { chargeableSubscriptions, quoteStatuses } from '../../core/states.ts'

/** Nobody looks further ahead; `daysLeft` is never more. */
export const daysAheadMax = 30
/** The charges that are looked at one by one; what lasts longer is reckoned on from their pace. */
const chargesReadMax = 10_000
const sweepDays = 7

type Wallet = Owner & { blockchain: string; address: string }
type Supply = { balance: bigint; chargesLeft: number }

/** Counts the whole days until the first charge or sweep that the wallet cannot pay for; null where none is to come. */
export async function countDaysLeft(
  database: Database,
  wallet: Wallet,
  supply: Supply,
  now: Date,
): Promise<number | null> {
  const [forCharges, forSweeps] = await Promise.all([
    countDaysOfCharges(database, wallet, supply, now),
    countDaysOfSweeps(database, wallet, supply),
  ])
  const days = [forCharges, forSweeps].filter((count) => count !== null)
  return days.length ? Math.floor(Math.min(...days, daysAheadMax)) : null
}

async function countDaysOfCharges(
  { pool }: Database,
  { merchantId, network, blockchain }: Wallet,
  { chargesLeft }: Supply,
  now: Date,
): Promise<number | null> {
  const until = new Date(now.getTime() + daysAheadMax * dayMs).toISOString()
  const place = Math.min(chargesLeft + 1, chargesReadMax)
  const { rows } = await pool.query<{ charges: number; shortAt: string | null }>({
    name: 'gas-days-of-charges',
    text: `with due as (
        select greatest(next_charge_at::timestamptz, $4::timestamptz) as at,
          period_days as days,
          max_periods - charges_made as periods
        from subscription
        where merchant_id = $1 and network = $2 and blockchain = $3 and next_charge_at < $5
          and status in (${quoteStatuses(chargeableSubscriptions)})
        order by next_charge_at limit $6),
      charge_at as (
        select at + n * days * interval '1 day' as at
        from due cross join lateral generate_series(0, least(periods - 1,
          floor(extract(epoch from $5::timestamptz - at) / 86400 / days))::int) as n
        order by 1 limit $6)
      select count(*)::int as charges, (array_agg(at order by at))[$7] as "shortAt" from charge_at`,
    values: [merchantId, network, blockchain, now.toISOString(), until, chargesReadMax, place],
  })
  const { charges, shortAt } = rows[0]!
  if (charges === 0) return null
  if (shortAt === null) return daysAheadMax
  const days = (new Date(shortAt).getTime() - now.getTime()) / dayMs
  return (days * Math.max(chargesLeft, place)) / place
}

async function countDaysOfSweeps(
  { pool }: Database,
  { blockchain, address }: Wallet,
  { balance }: Supply,
): Promise<number | null> {
  const { rows } = await pool.query<{ wei: string }>({
    name: 'gas-days-of-sweeps',
    text: `select coalesce(sum(s.wei), 0)::text as wei
      from gas_spent s join transaction t on t.id = s.transaction_id
      where s.blockchain = $1 and s.wallet = $2 and s.at > now() - $3 * interval '1 day'
        and t.purpose = 'sweep'`,
    values: [blockchain, address, sweepDays],
  })
  const wei = BigInt(rows[0]!.wei)
  return wei === 0n ? null : Number((balance * BigInt(sweepDays)) / wei)
}

/** Reads the wallets of payers as one merchant knows them: what they hold, allow and pay for. */
import type { Owner } from '../../../shared/owner.ts'
import type { Database } from '../../database.ts'

/** A payer's wallet for one token; amounts in base units. */
export type PayerWallet = {
  payer: string
  blockchain: string
  asset: string
  decimals: number
  token: string
  /** Its balance as last seen; null where nobody has looked. */
  balance: string | null
  /** Real time. */
  seenAt: string | null
  subscriptions: number
  /**
   * All contracts together may still take this, whatever happens: the allowance, but no more than is left to charge.
   */
  canLeave: string
}

/** Lists the wallets of one payer, or of one customer. */
export async function listPayerWallets(
  { pool }: Database,
  { merchantId, network }: Owner,
  { payer, customerId }: { payer?: string; customerId?: string },
): Promise<PayerWallet[]> {
  const { rows } = await pool.query<PayerWallet>({
    name: 'payer-wallets',
    text: `select s.payer, s.blockchain, s.asset, s.decimals, s.token, f.balance::text, f.seen_at as "seenAt",
        count(*)::int as subscriptions,
        coalesce(sum(least(s.allowance, s.amount * (s.max_periods - s.charges_made))) filter (
          where (s.snapshot->'context'->>'isCancelledOnChain')::boolean is not true), 0)::text as "canLeave"
      from subscription s
      left join payer_funds f using (wallet)
      where s.merchant_id = $1 and s.network = $2
        and ($3::text is null or s.payer = $3) and ($4::text is null or s.customer_id = $4)
      group by 1, 2, 3, 4, 5, 6, 7 order by 1, 3, 2`,
    values: [merchantId, network, payer ?? null, customerId ?? null],
  })
  return rows.map(({ seenAt, ...row }) => ({
    ...row,
    seenAt: seenAt && new Date(seenAt).toISOString(),
  }))
}

/** Lists the addresses that pay for what is asked for: of a payer, of a customer; null where neither is asked for. */
export async function listPayers(
  { pool }: Database,
  { merchantId, network }: Owner,
  { payer, customerId }: { payer?: string | undefined; customerId?: string | undefined },
): Promise<string[] | null> {
  if (payer !== undefined) return [payer]
  if (customerId === undefined) return null
  const { rows } = await pool.query<{ payer: string }>({
    name: 'payers-of-customer',
    text: `select distinct payer from subscription
      where merchant_id = $1 and network = $2 and customer_id = $3 and payer is not null`,
    values: [merchantId, network, customerId],
  })
  return rows.map((row) => row.payer)
}

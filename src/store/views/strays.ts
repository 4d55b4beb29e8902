/** Reads strays: money that lies at deposit addresses on another chain than their payment's. */
import { formatAmount } from '../../shared/money.ts'
import type { Database } from '../database.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Page } from '../../shared/page.ts'

export type Stray = {
  paymentId: string
  /** The chain on which the payment should have been paid. */
  expectedBlockchain: string
  /** The chain on which the money lies. */
  blockchain: string
  token: string
  asset: string
  /** A plain decimal. */
  amount: string
  depositAddress: string
  /** The only address that it can be moved to. */
  receiver: string
  seenAt: string
}

type Row = Omit<Stray, 'seenAt'> & { decimals: number; seenAt: Date }

const ofOwner = `from stray_deposit s join payment p on p.id = s.payment_id
  where p.merchant_id = $1 and p.network = $2 and s.amount > 0`

/** Lists the owner's strays, those that have lain longest first; of one payment, if one is named. */
export async function listStrays(
  { pool }: Pick<Database, 'pool'>,
  { merchantId, network }: Owner,
  { limit, offset }: Page,
  paymentId: string | null = null,
): Promise<Stray[]> {
  const { rows } = await pool.query<Row>(
    `select s.payment_id as "paymentId", p.blockchain as "expectedBlockchain", s.blockchain,
        s.token, s.asset, s.decimals, s.amount, p.deposit_address as "depositAddress",
        p.snapshot->'context'->>'receiver' as receiver, s.seen_at as "seenAt"
      ${ofOwner} and ($5::text is null or p.id = $5)
      order by s.seen_at, s.payment_id, s.blockchain, s.token limit $3 offset $4`,
    [merchantId, network, limit, offset, paymentId],
  )
  return rows.map(({ decimals, amount, seenAt, ...row }) => ({
    ...row,
    amount: formatAmount(amount, decimals),
    seenAt: new Date(seenAt).toISOString(),
  }))
}

export async function countStrays(
  { pool }: Pick<Database, 'pool'>,
  { merchantId, network }: Owner,
): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count ${ofOwner}`, [
    merchantId,
    network,
  ])
  return rows[0]?.count ?? 0
}

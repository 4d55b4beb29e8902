/** Reads the transfers to deposit addresses, except those that a reorganisation took back. */
import type { Database } from '../database.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Deposit } from '../../core/resources/deposit.ts'

type Row = Omit<Deposit, 'blockNumber' | 'minedAt'> & { blockNumber: string; minedAt: string }

/**
 * Lists the transfers to a payment's deposit address, the newest first: of the token asked for, or of others. With
 * an owner, only if the payment is theirs.
 */
export async function listDeposits(
  { pool }: Database,
  owner: Owner | null,
  paymentId: string,
  limitMax: number,
  of: 'AskedFor' | 'Others' = 'AskedFor',
): Promise<Deposit[]> {
  const { rows } = await pool.query<Row>({
    name: 'view-deposits',
    text: `select d.transaction_hash as "transactionHash", d.log_index as "logIndex", d.amount, d.token, d.counterparty as "from",
        d.block_number as "blockNumber", d.block_time as "minedAt",
        d.block_time > p.expires_at::timestamptz as "isLate"
      from deposit_log d join payment p on p.id = d.payment_id
      where p.id = $1 and (p.token = d.token) = $5 and d.event = 'Transfer' and d.status in ('Seen', 'Reported', 'Confirmed')
        and ($2::text is null or (p.merchant_id = $2 and p.network = $3))
      order by d.block_number desc, d.log_index desc limit $4`,
    values: [
      paymentId,
      owner?.merchantId ?? null,
      owner?.network ?? null,
      limitMax,
      of === 'AskedFor',
    ],
  })
  return rows.map(({ blockNumber, minedAt, ...row }) => ({
    ...row,
    blockNumber: Number(blockNumber),
    minedAt: new Date(minedAt),
  }))
}

/**
 * Finds the last block of a chain that was read; null before the first. A transfer in it has one
 * confirmation.
 */
export async function findHead({ pool }: Database, blockchain: string): Promise<number | null> {
  const { rows } = await pool.query<{ blockNumber: string }>({
    name: 'view-head',
    text: 'select block_number as "blockNumber" from chain_cursor where blockchain = $1',
    values: [blockchain],
  })
  return rows[0] ? Number(rows[0].blockNumber) : null
}

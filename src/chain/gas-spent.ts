/** What mined transactions have cost their gas wallets, for the limits that merchants set. */
import type { Pool } from 'pg'
import type { TransactionReceipt } from 'viem'
import type { LaneKey } from './nonce-lanes.ts'
import type { KnownTransaction } from './transactions.ts'

/** What an OP stack's node says besides: the data fee, in wei. */
type WithDataFee = { l1Fee?: string | bigint | null }

/** Remembers what a mined transaction cost; mined again after a reorganisation, it cost only that. */
export async function recordSpent(
  pool: Pool,
  { id, blockchain, wallet }: KnownTransaction,
  receipt: TransactionReceipt,
): Promise<void> {
  const dataFee = BigInt((receipt as WithDataFee).l1Fee ?? 0)
  const wei = receipt.gasUsed * receipt.effectiveGasPrice + dataFee
  await pool.query({
    name: 'gas-record-spent',
    text: `insert into gas_spent (transaction_id, blockchain, wallet, wei, at)
      values ($1, $2, $3, $4, now()) on conflict (transaction_id) do update set wei = excluded.wei`,
    values: [id, blockchain, wallet, String(wei)],
  })
}

/** What a wallet has spent within the last 24 hours, in wei. */
export async function spentWithinADay(
  pool: Pool,
  { blockchain, wallet }: LaneKey,
): Promise<bigint> {
  const { rows } = await pool.query<{ wei: string }>({
    name: 'gas-spent-within-a-day',
    text: `select coalesce(sum(wei), 0) as wei from gas_spent
      where blockchain = $1 and wallet = $2 and at > now() - interval '24 hours'`,
    values: [blockchain, wallet],
  })
  return BigInt(rows[0]!.wei)
}

/** Records what mined transactions have cost their gas wallets, for the limits that merchants set. */
import type { Pool } from 'pg'
import type { TransactionReceipt } from 'viem'
import { dataBytesOf, dataFeePerByteMax, envelopeBytes } from './data-fee.ts'
import type { LaneKey } from '../lanes/nonce-lanes.ts'
import type { KnownTransaction } from '../rows/transactions.ts'
import type { ChainDependencies } from '../dependencies.ts'

/** The data fee, in wei, which an OP stack's node adds to a receipt. */
type WithDataFee = { l1Fee?: string | bigint | null }

/** The least that a transaction uses. */
const gasMin = 21_000n

/** Returns the data fee of a receipt, in wei; 0 where it has none. */
export const dataFeeOf = (receipt: TransactionReceipt): bigint =>
  BigInt((receipt as WithDataFee).l1Fee ?? 0)

/**
 * Records what a mined transaction cost; when it is mined again after a reorganisation, the new cost
 * replaces the old one. The data fee counts once the receipt is agreed on, up to the chain's limit:
 * nothing that was signed limits it.
 */
export async function recordSpent(
  { database: { pool }, chain }: Pick<ChainDependencies, 'database' | 'chain'>,
  transaction: KnownTransaction,
  receipt: TransactionReceipt,
  { isAgreed }: { isAgreed: boolean },
): Promise<void> {
  const { id, blockchain, wallet } = transaction
  const wei =
    priceOfGas(transaction, receipt) + (isAgreed ? priceOfData(chain, transaction, receipt) : 0n)
  await pool.query({
    name: 'gas-record-spent',
    text: `insert into gas_spent (transaction_id, blockchain, wallet, wei, at)
      values ($1, $2, $3, $4, now()) on conflict (transaction_id) do update set wei = excluded.wei`,
    values: [id, blockchain, wallet, String(wei)],
  })
}

/** Prices the data, in wei; no more than the chains file allows for so many bytes. */
function priceOfData(
  chain: ChainDependencies['chain'],
  { gasLimit }: KnownTransaction,
  receipt: TransactionReceipt,
): bigint {
  const most = dataFeePerByteMax(chain) * (dataBytesOf(BigInt(gasLimit)) + envelopeBytes)
  const fee = dataFeeOf(receipt)
  return fee < most ? fee : most
}

/** Prices the gas, in wei; at the most that was offered, where the receipt's figures are impossible. */
function priceOfGas(
  { gasLimit, maxFeePerGas }: KnownTransaction,
  { gasUsed, effectiveGasPrice }: TransactionReceipt,
): bigint {
  if (maxFeePerGas === null) return gasUsed * effectiveGasPrice
  const limit = BigInt(gasLimit)
  const isPossible =
    isWithin(gasUsed, gasMin, limit) && isWithin(effectiveGasPrice, 0n, BigInt(maxFeePerGas))
  return isPossible ? gasUsed * effectiveGasPrice : limit * BigInt(maxFeePerGas)
}

/** `null`: the node left the figure out. */
const isWithin = (figure: bigint | null, least: bigint, most: bigint): boolean =>
  figure !== null && figure >= least && figure <= most

/** Sums what a wallet has spent within the last 24 hours, in wei. */
export async function sumSpentWithinADay(
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

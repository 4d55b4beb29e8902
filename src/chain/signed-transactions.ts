/** The signed bytes: stored before they are sent, and sent as they were stored, always. */
import type { Pool, PoolClient } from 'pg'
import type { Hash, Hex } from 'viem'
import type { Fees } from './fees.ts'

export type SignedBytes = Fees & {
  hash: Hash
  transactionId: string
  blockchain: string
  wallet: string
  nonce: number
  raw: Hex
}

const columns = `hash, transaction_id as "transactionId", blockchain, wallet, nonce, raw,
  max_fee_per_gas as "maxFeePerGas", max_priority_fee_per_gas as "maxPriorityFeePerGas"`

type Row = Omit<SignedBytes, keyof Fees> & { maxFeePerGas: string; maxPriorityFeePerGas: string }

/** The versions of a transaction that were signed, the one that offers most first. */
export async function findSigned(
  connection: Pool | PoolClient,
  transactionId: string,
): Promise<SignedBytes[]> {
  const { rows } = await connection.query<Row>({
    name: 'chain-signed',
    text: `select ${columns} from signed_transaction where transaction_id = $1
      order by max_fee_per_gas desc, max_priority_fee_per_gas desc`,
    values: [transactionId],
  })
  return rows.map(toSignedBytes)
}

/** The best offers for every nonce from `firstNonce` on: what a node must know to mine the lane. */
export async function findUnmined(
  pool: Pool,
  { blockchain, wallet }: { blockchain: string; wallet: string },
  firstNonce: number,
): Promise<SignedBytes[]> {
  const { rows } = await pool.query<Row>({
    name: 'chain-unmined',
    text: `select distinct on (nonce) ${columns} from signed_transaction
      where blockchain = $1 and wallet = $2 and nonce >= $3
      order by nonce, max_fee_per_gas desc, max_priority_fee_per_gas desc`,
    values: [blockchain, wallet, firstNonce],
  })
  return rows.map(toSignedBytes)
}

export async function storeSigned(client: PoolClient, signed: SignedBytes): Promise<void> {
  await client.query({
    name: 'chain-store-signed',
    text: `insert into signed_transaction (hash, transaction_id, blockchain, wallet, nonce, raw,
        max_fee_per_gas, max_priority_fee_per_gas, signed_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, now())`,
    values: [
      signed.hash,
      signed.transactionId,
      signed.blockchain,
      signed.wallet,
      signed.nonce,
      signed.raw,
      String(signed.maxFeePerGas),
      String(signed.maxPriorityFeePerGas),
    ],
  })
}

const toSignedBytes = (row: Row): SignedBytes => ({
  ...row,
  maxFeePerGas: BigInt(row.maxFeePerGas),
  maxPriorityFeePerGas: BigInt(row.maxPriorityFeePerGas),
})

/** Stores signed bytes before they are sent; they are always sent as they were stored. */
import type { Pool, PoolClient } from 'pg'
import { smaller } from '../../shared/money.ts'
import type { Fees } from '../gas/fees.ts'
import type { LaneKey } from './nonce-lanes.ts'
import type { SignedBytes } from './signed-bytes.ts'

/** Stored bytes; those that are set aside are not sent any more. `signedMsAgo`: by the database's time. */
export type StoredBytes = SignedBytes & { isSetAside: boolean; signedMsAgo: number }

const columns = `set_aside is not null as "isSetAside", hash, transaction_id as "transactionId", blockchain, wallet, nonce, raw,
  (extract(epoch from now() - signed_at) * 1000)::float8 as "signedMsAgo",
  max_fee_per_gas as "maxFeePerGas", max_priority_fee_per_gas as "maxPriorityFeePerGas"`

/** The newer of two versions that offer the same comes first: it asks for other gas. */
const bestFirst = 'max_fee_per_gas desc, max_priority_fee_per_gas desc, signed_at desc'

type Row = Omit<StoredBytes, keyof Fees> & { maxFeePerGas: string; maxPriorityFeePerGas: string }

/**
 * Finds the signed versions of a transaction; the first is the one to send, which offers most and is
 * not set aside.
 */
export async function findSigned(
  connection: Pool | PoolClient,
  transactionId: string,
): Promise<StoredBytes[]> {
  const { rows } = await connection.query<Row>({
    name: 'chain-signed',
    text: `select ${columns} from signed_transaction where transaction_id = $1
      order by set_aside nulls first, ${bestFirst}`,
    values: [transactionId],
  })
  return rows.map(toSignedBytes)
}

/** Finds the best offer for every nonce from `firstNonce` on: the bytes that a node needs to mine the lane. */
export async function findUnmined(
  pool: Pool,
  { blockchain, wallet }: LaneKey,
  firstNonce: number,
  limit: number,
): Promise<StoredBytes[]> {
  const { rows } = await pool.query<Row>({
    name: 'chain-unmined',
    text: `select distinct on (nonce) ${columns} from signed_transaction
      where blockchain = $1 and wallet = $2 and nonce >= $3 and set_aside is null
      order by nonce, ${bestFirst} limit $4`,
    values: [blockchain, wallet, firstNonce, limit],
  })
  return rows.map(toSignedBytes)
}

/** Finds all bytes ever signed with a nonce, those set aside included. */
export async function findSignedAt(
  client: PoolClient,
  { blockchain, wallet }: LaneKey,
  nonce: number,
): Promise<StoredBytes[]> {
  const { rows } = await client.query<Row>({
    name: 'chain-signed-at',
    text: `select ${columns} from signed_transaction
      where blockchain = $1 and wallet = $2 and nonce = $3`,
    values: [blockchain, wallet, nonce],
  })
  return rows.map(toSignedBytes)
}

/**
 * Lowers fees by single wei until they are those of no version that was set aside: the same fees would be the same bytes,
 * which were reported before.
 */
export function makeUnlike(versions: StoredBytes[], fees: Fees): Fees {
  const isTaken = versions.some(
    ({ isSetAside, maxFeePerGas, maxPriorityFeePerGas }) =>
      isSetAside &&
      maxFeePerGas === fees.maxFeePerGas &&
      maxPriorityFeePerGas === fees.maxPriorityFeePerGas,
  )
  if (!isTaken || fees.maxFeePerGas === 0n) return fees
  const maxFeePerGas = fees.maxFeePerGas - 1n
  return makeUnlike(versions, {
    maxFeePerGas,
    maxPriorityFeePerGas: smaller(fees.maxPriorityFeePerGas, maxFeePerGas),
  })
}

/** Stores bytes; if the same ones are stored already, they become the newest, and are not set aside any more. */
export async function storeSigned(client: PoolClient, signed: SignedBytes): Promise<void> {
  await client.query({
    name: 'chain-store-signed',
    text: `insert into signed_transaction (hash, transaction_id, blockchain, wallet, nonce, raw,
        max_fee_per_gas, max_priority_fee_per_gas, signed_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, now())
      on conflict (hash) do update set set_aside = null, signed_at = excluded.signed_at`,
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

/**
 * Sets bytes with nonces from `firstNonce` on aside, so that they are not sent any more, and records why;
 * where `transactionIds` are given, only the bytes of those transactions.
 */
export async function setBytesAside(
  client: PoolClient,
  { blockchain, wallet }: LaneKey,
  firstNonce: number,
  why: 'Moved' | 'ChainReset' | 'TooDear',
  transactionIds: string[] | null = null,
): Promise<void> {
  await client.query({
    name: 'chain-set-aside',
    text: `update signed_transaction set set_aside = $4
      where blockchain = $1 and wallet = $2 and nonce >= $3 and set_aside is null
        and ($5::text[] is null or transaction_id = any($5))`,
    values: [blockchain, wallet, firstNonce, why, transactionIds],
  })
}

const toSignedBytes = (row: Row): StoredBytes => ({
  ...row,
  maxFeePerGas: BigInt(row.maxFeePerGas),
  maxPriorityFeePerGas: BigInt(row.maxPriorityFeePerGas),
})

/** Loads transactions as watching and sending need them: what to sign, and how far each has come. */
import type { Pool } from 'pg'
import type { Hash } from 'viem'
import type { PhaseOf, StatusOf } from '../../../machines/actors.ts'
import { inFlightTransactions, signedTransactions, unendedTransactions } from '../../core/states.ts'
import type { TransactionInput } from '../../../machines/transaction/transaction.events.ts'

export type KnownTransaction = TransactionInput & {
  status: StatusOf['transaction']
  phase: PhaseOf['transaction']
  /** Turns so far: part of the id of every report to the transaction, so that each report counts once. */
  revision: number
  nonce: number | null
  hashes: Hash[]
  /** Wei for each unit of gas; null before it is signed. */
  maxFeePerGas: string | null
  sentAtBlock: number | null
  /** Counts how often it was found to be stuck and a replacement was requested. */
  replacements: number
  minedIn: { hash: Hash; blockHash: Hash; blockNumber: number } | null
}

const columns = `status, phase, revision, snapshot->'context' as context`
type Row = {
  status: StatusOf['transaction']
  phase: PhaseOf['transaction']
  revision: number
  context: KnownTransaction
}
const toTransaction = ({ status, phase, revision, context }: Row): KnownTransaction => ({
  ...context,
  status,
  phase,
  revision,
})

/** Finds a transaction by its id; null where there is none. */
export async function findTransaction(pool: Pool, id: string): Promise<KnownTransaction | null> {
  const { rows } = await pool.query<Row>({
    name: 'chain-transaction',
    text: `select ${columns} from transaction where id = $1`,
    values: [id],
  })
  return rows[0] ? toTransaction(rows[0]) : null
}

/** Finds everything signed on this chain that is not final. */
export async function findOpenTransactions(
  pool: Pool,
  blockchain: string,
): Promise<KnownTransaction[]> {
  const { rows } = await pool.query<Row>({
    name: 'chain-open-transactions',
    text: `select ${columns} from transaction where blockchain = $1 and status = any($2)
      order by nonce`,
    values: [blockchain, signedTransactions],
  })
  return rows.map(toTransaction)
}

/** Finds the newest hashes of the open transactions with the lowest nonces, at most `limit`. */
export async function findOpenHashes(
  pool: Pool,
  blockchain: string,
  limit: number,
): Promise<Hash[]> {
  const { rows } = await pool.query<{ hash: Hash | null }>({
    name: 'chain-open-hashes',
    text: `select snapshot->'context'->'hashes'->>-1 as hash from transaction
      where blockchain = $1 and status = any($2) order by nonce limit $3`,
    values: [blockchain, signedTransactions, limit],
  })
  return rows.flatMap(({ hash }) => hash ?? [])
}

/** Finds the transactions of one wallet that are not final, unsigned ones included. */
export async function findOpenTransactionsOf(
  pool: Pool,
  { blockchain, wallet }: { blockchain: string; wallet: string },
): Promise<KnownTransaction[]> {
  const { rows } = await pool.query<Row>({
    name: 'chain-open-transactions-of',
    text: `select ${columns} from transaction
      where blockchain = $1 and wallet = $2 and status = any($3)`,
    values: [blockchain, wallet, unendedTransactions],
  })
  return rows.map(toTransaction)
}

export type InFlight = {
  count: number
  /** Sums what the signed ones may cost, in wei. */
  worstCaseWei: bigint
  /** The gas of those that are not signed yet. */
  unsignedGas: bigint
  /** The gas of all. */
  gas: bigint
  /** Counts those that no node has reported as mined. */
  unmined: { count: number; gas: bigint }
}

type InFlightRow = Record<
  'count' | 'wei' | 'unsigned' | 'gas' | 'unminedCount' | 'unminedGas',
  string
>

/**
 * Sums what a wallet has in flight: transactions not reported as mined, and those not even created. A node has
 * said that nonces below `minedSeen` are mined, of which the report may be on its way.
 */
export async function sumInFlight(
  pool: Pool,
  blockchain: string,
  wallet: string,
  minedSeen: number,
): Promise<InFlight> {
  const { rows } = await pool.query<InFlightRow>({
    name: 'chain-in-flight',
    text: `select count(*), coalesce(sum(gas * fee), 0) as wei,
        coalesce(sum(gas) filter (where fee is null), 0) as unsigned,
        coalesce(sum(gas), 0) as gas,
        count(*) filter (where is_unmined) as "unminedCount",
        coalesce(sum(gas) filter (where is_unmined), 0) as "unminedGas"
      from (
        select (snapshot->'context'->>'gasLimit')::numeric as gas,
          (snapshot->'context'->>'maxFeePerGas')::numeric as fee,
          nonce is null or nonce >= $4 as is_unmined
        from transaction where blockchain = $1 and wallet = $2 and status = any($3)
        union all
        select (payload->'input'->>'gasLimit')::numeric, null, true from outbox
        where channel = 'actor' and name = 'transaction.create'
          and payload->'input'->>'blockchain' = $1 and payload->'input'->>'wallet' = $2
      ) as flying`,
    values: [blockchain, wallet, inFlightTransactions, minedSeen],
  })
  const [{ count, wei, unsigned, gas, unminedCount, unminedGas }] = rows as [InFlightRow]
  return {
    count: Number(count),
    worstCaseWei: BigInt(wei),
    unsignedGas: BigInt(unsigned),
    gas: BigInt(gas),
    unmined: { count: Number(unminedCount), gas: BigInt(unminedGas) },
  }
}

/** Stored logs that were credited and are to be taken back, and the results of asking about them. */
import type { Pool, PoolClient } from 'pg'
import type { Hash } from 'viem'
import { isAskedForLong, mayAsk, type UndecidedLog } from './undecided-logs.ts'

/** A credited log about a subscription's contract, or about a payment's deposit address. */
export type Retraction = Pick<
  UndecidedLog,
  | 'kind'
  | 'entityId'
  | 'merchantId'
  | 'network'
  | 'blockHash'
  | 'blockNumber'
  | 'logIndex'
  | 'address'
  | 'token'
> & {
  event: UndecidedLog['event'] | 'Found'
  /** Null for money that was found without a log. */
  transactionHash: Hash | null
  /** Where it is stored that the same transaction did the same in other blocks: block hash and log's index. */
  storedAnew: string[]
  /** The token is another than the payment's: it is shown, and never credited. */
  isOnlyShown: boolean
  isAskedForLong: boolean
}

const isOpen = `blockchain = $1 and status = 'Retracting' and agreed`

/** Checks whether nodes may be asked now about any log that is to be taken back. */
export async function isAnythingRetracting(pool: Pool, blockchain: string): Promise<boolean> {
  const { rows } = await pool.query<{ isAny: boolean }>({
    name: 'retractions-is-any',
    text: `select exists (select 1 from chain_log where ${isOpen} and ${mayAsk})
      or exists (select 1 from deposit_log where ${isOpen} and ${mayAsk}) as "isAny"`,
    values: [blockchain],
  })
  return rows[0]!.isAny
}

/**
 * Finds the logs that nodes may be asked about now; at most `limit` of contracts, and as many of
 * deposits.
 */
export async function findRetractions(
  pool: Pool,
  blockchain: string,
  limit: number,
): Promise<Retraction[]> {
  const { rows } = await pool.query<Retraction & { blockNumber: string }>({
    name: 'retractions',
    text: `(select 'subscription' as kind, l.contract_address as "entityId",
        s.merchant_id as "merchantId", s.network, l.block_hash as "blockHash",
        l.block_number as "blockNumber", l.log_index as "logIndex",
        l.transaction_hash as "transactionHash", l.event, l.contract_address as address,
        null as token, false as "isOnlyShown", ${isAskedForLong} as "isAskedForLong",
        array(select anew.block_hash || '/' || anew.log_index from chain_log anew
          where anew.blockchain = $1 and anew.transaction_hash = l.transaction_hash
            and anew.contract_address = l.contract_address and anew.event = l.event
            and anew.status in ('Seen', 'Credited')) as "storedAnew"
      from (select * from chain_log where ${isOpen} and ${mayAsk}
        order by asked_at nulls first, block_number desc limit $2) l
      join subscription s on s.id = l.contract_address)
      union all
      (select 'payment', p.id, p.merchant_id, p.network, d.block_hash, d.block_number, d.log_index,
        d.transaction_hash, d.event, p.deposit_address, d.token, d.token <> p.token, ${isAskedForLong},
        array(select anew.block_hash || '/' || anew.log_index from deposit_log anew
          where anew.payment_id = d.payment_id and anew.transaction_hash = d.transaction_hash
            and anew.token = d.token and anew.event = d.event
            and anew.status in ('Seen', 'Reported', 'Confirmed'))
      from (select * from deposit_log where ${isOpen} and ${mayAsk}
        order by asked_at nulls first, block_number desc limit $2) d
      join payment p on p.id = d.payment_id)`,
    values: [blockchain, limit],
  })
  return rows.map((row) => ({ ...row, blockNumber: Number(row.blockNumber) }))
}

/** Marks logs that nodes agree are gone: they may be taken back. */
export const markGone = (client: PoolClient, blockchain: string, logs: Retraction[]) =>
  update(client, blockchain, logs, { subscription: 'agreed = false', payment: 'agreed = false' })

/** Marks logs that nodes agree are still there; a payment's sums are reported once more. */
export const markStillHeld = (client: PoolClient, blockchain: string, logs: Retraction[]) =>
  update(client, blockchain, logs, {
    subscription: `status = 'Credited'`,
    payment: `status = 'Seen'`,
  })

export const markRetractionsAsked = (client: PoolClient, blockchain: string, logs: Retraction[]) =>
  update(client, blockchain, logs, {
    subscription: 'asked_at = now()',
    payment: 'asked_at = now()',
  })

async function update(
  client: PoolClient,
  blockchain: string,
  logs: Retraction[],
  changes: Record<Retraction['kind'], string>,
): Promise<void> {
  for (const kind of ['subscription', 'payment'] as const) {
    const some = logs.filter((log) => log.kind === kind)
    if (!some.length) continue
    const [update, id] =
      kind === 'subscription'
        ? ['update chain_log', 'contract_address']
        : ['update deposit_log', 'payment_id']
    await client.query(
      `${update} set ${changes[kind]} where ${isOpen}
        and (block_hash, log_index, ${id}) in (
          select * from unnest($2::text[], $3::int[], $4::text[]))`,
      [
        blockchain,
        some.map(({ blockHash }) => blockHash),
        some.map(({ logIndex }) => logIndex),
        some.map(({ entityId }) => entityId),
      ],
    )
  }
}

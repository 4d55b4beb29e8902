/**
 * The progress of reading each chain, in Postgres: the cursor, the blocks behind it, and the logs.
 * Every write is guarded by the cursor's revision, so that of two watchers that both believe to
 * lead, one fails and nothing is reported twice.
 */
import type { Pool, PoolClient } from 'pg'
import type { Hash } from 'viem'
import { RetryableError } from '../shared/errors.ts'
import type { Header } from '../chain/blocks.ts'
import { type Cursor, loadCursor } from '../chain/cursor.ts'
import type { ContractLog } from './logs/contract-logs.ts'

export type SeenBlock = Pick<Header, 'number' | 'hash'>

/** Another watcher has moved the cursor. */
class LostLead extends RetryableError {
  override name = 'LostLead'
}

/** Reorganisations deeper than this make the watcher read everything again. */
export const blocksStoredMax = 512

/**
 * Creates the cursor of a chain that was not read before. Its revision goes on after the last one
 * reported to a payment, also when the chain itself began anew.
 */
export async function createCursor(pool: Pool, blockchain: string, at: Header): Promise<Cursor> {
  await pool.query(
    `with reported as materialized (
       select coalesce(max((snapshot->'context'->>'order')::int), -1) + 1 as next from payment where blockchain = $1)
     insert into chain_cursor (blockchain, revision, block_number, block_hash, block_time, seen_at)
     select $1, next, $2, $3, to_timestamp($4), now() from reported on conflict do nothing`,
    [blockchain, at.number, at.hash, at.timestamp],
  )
  return (await loadCursor(pool, blockchain))!
}

/** Moves the cursor to a block; throws `LostLead` if somebody else has moved it. */
export async function moveCursor(
  client: PoolClient,
  blockchain: string,
  { revision }: Cursor,
  to: Pick<Header, 'number' | 'hash' | 'timestamp'>,
): Promise<Cursor> {
  const { rowCount } = await client.query({
    name: 'chain-move-cursor',
    text: `update chain_cursor set revision = revision + 1, block_number = $3, block_hash = $4,
        block_time = to_timestamp($5), seen_at = now()
      where blockchain = $1 and revision = $2`,
    values: [blockchain, revision, to.number, to.hash, to.timestamp],
  })
  if (rowCount !== 1) throw new LostLead(`another watcher of ${blockchain} has moved the cursor`)
  return { revision: revision + 1, blockNumber: to.number, blockHash: to.hash }
}

/**
 * Leaves the cursor at its block, and other watchers from writing; throws `LostLead` as
 * `moveCursor` does.
 */
export async function holdCursor(
  client: PoolClient,
  blockchain: string,
  cursor: Cursor,
): Promise<Cursor> {
  const { rowCount } = await client.query({
    name: 'chain-hold-cursor',
    text: `update chain_cursor set revision = revision + 1 where blockchain = $1 and revision = $2`,
    values: [blockchain, cursor.revision],
  })
  if (rowCount !== 1) throw new LostLead(`another watcher of ${blockchain} has moved the cursor`)
  return { ...cursor, revision: cursor.revision + 1 }
}

/** Records that the chain was polled; `reachedHeadAt`: when the poll began, where it read and reported up to the node's head. */
export async function touchCursor(
  pool: Pool,
  blockchain: string,
  reachedHeadAt: Date | null,
): Promise<void> {
  await pool.query(
    `update chain_cursor
     set seen_at = now(), reached_head_at = greatest(reached_head_at, $2::timestamptz) where blockchain = $1`,
    [blockchain, reachedHeadAt],
  )
}

export async function storeBlocks(
  client: PoolClient,
  blockchain: string,
  headers: Header[],
): Promise<void> {
  const newest = headers.at(-1)
  if (!newest) return
  await client.query({
    name: 'chain-store-blocks',
    text: `with old as (delete from chain_block where blockchain = $1 and number < $6)
      insert into chain_block (blockchain, number, hash, parent_hash, timestamp)
      select $1, number, hash, parent, to_timestamp(seconds)
      from unnest($2::bigint[], $3::text[], $4::text[], $5::float8[]) as t(number, hash, parent, seconds)
      on conflict (blockchain, number) do update
      set hash = excluded.hash, parent_hash = excluded.parent_hash, timestamp = excluded.timestamp`,
    values: [
      blockchain,
      headers.map(({ number }) => number),
      headers.map(({ hash }) => hash),
      headers.map(({ parentHash }) => parentHash),
      headers.map(({ timestamp }) => timestamp),
      newest.number - blocksStoredMax,
    ],
  })
}

/** Reads the stored blocks from `from` on, by number. */
export async function loadBlocks(
  pool: Pool,
  blockchain: string,
  from: number,
): Promise<SeenBlock[]> {
  const { rows } = await pool.query<{ number: string; hash: Hash }>(
    'select number, hash from chain_block where blockchain = $1 and number >= $2 order by number',
    [blockchain, from],
  )
  return rows.map(({ number, hash }) => ({ number: Number(number), hash }))
}

/** Reads the newest stored blocks up to `upTo`, by number; between them may be blocks that are not stored. */
export async function loadNewestBlocks(
  pool: Pool,
  blockchain: string,
  upTo: number,
  limit: number,
): Promise<SeenBlock[]> {
  const { rows } = await pool.query<{ number: string; hash: Hash }>({
    name: 'chain-newest-blocks',
    text: `select number, hash from chain_block where blockchain = $1 and number <= $2
      order by number desc limit $3`,
    values: [blockchain, upTo, limit],
  })
  return rows.reverse().map(({ number, hash }) => ({ number: Number(number), hash }))
}

/** Finds the hash of a stored block; null where it is not stored. */
export async function findBlockHash(
  pool: Pool,
  blockchain: string,
  blockNumber: number,
): Promise<Hash | null> {
  const { rows } = await pool.query<{ hash: Hash }>({
    name: 'chain-block-hash',
    text: 'select hash from chain_block where blockchain = $1 and number = $2',
    values: [blockchain, blockNumber],
  })
  return rows[0]?.hash ?? null
}

/**
 * Stores logs with the times of their blocks. A log that was removed, by a reorganisation or
 * because nodes denied it, and comes again counts again with its new content; one that nodes had
 * agreed on, only with the same content. `reportedBy`: the host of the node that the logs were read
 * from.
 */
export async function storeLogs(
  client: PoolClient,
  blockchain: string,
  logs: (ContractLog & { blockTimestamp: number })[],
  reportedBy: string | null = null,
): Promise<void> {
  if (!logs.length) return
  await client.query({
    name: 'chain-store-logs',
    text: `insert into chain_log as known (blockchain, block_hash, log_index, block_number,
        block_time, transaction_hash, contract_address, event, args, status, reported_by)
      select $1, "blockHash", "logIndex", "blockNumber", to_timestamp("blockTimestamp"),
        "transactionHash", "contractAddress", event, args, 'Seen', $3
      from jsonb_to_recordset($2) as t("blockHash" text, "logIndex" int, "blockNumber" bigint,
        "blockTimestamp" float8, "transactionHash" text, "contractAddress" text, event text, args jsonb)
      on conflict (blockchain, block_hash, log_index) do update
      set status = case known.status when 'Retracting' then 'Credited' else 'Seen' end,
        agreed = known.status = 'Retracting', asked_at = null, reported_by = excluded.reported_by,
        block_time = case when known.agreed then known.block_time else excluded.block_time end,
        block_number = excluded.block_number, transaction_hash = excluded.transaction_hash,
        contract_address = excluded.contract_address, event = excluded.event, args = excluded.args
      where known.status = 'Reorged' or (known.status = 'Retracting'
        and (known.block_number, known.transaction_hash, known.contract_address, known.event,
            known.args)
          = (excluded.block_number, excluded.transaction_hash, excluded.contract_address,
            excluded.event, excluded.args))`,
    values: [blockchain, JSON.stringify(logs), reportedBy],
  })
}

/** Forgets the blocks above one that stays, so that they are read again; their logs stay stored. */
export async function forgetBlocksAbove(
  client: PoolClient,
  blockchain: string,
  blockNumber: number,
): Promise<void> {
  await client.query('delete from chain_block where blockchain = $1 and number > $2', [
    blockchain,
    blockNumber,
  ])
}

/** Forgets the blocks above `fork`; credited logs in them are to be taken back. */
export async function forgetAbove(
  client: PoolClient,
  blockchain: string,
  fork: number,
): Promise<void> {
  await client.query(
    `update chain_log set status = case status when 'Credited' then 'Retracting' else 'Reorged' end,
       asked_at = null
     where blockchain = $1 and block_number > $2 and status in ('Seen', 'Credited')`,
    [blockchain, fork],
  )
  await forgetBlocksAbove(client, blockchain, fork)
}

/** Reads how long ago the chain was last read up to a node's head, or in a step towards it. */
export async function secondsSinceRead(pool: Pool, blockchain: string): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    `select extract(epoch from now() - seen_at)::float8 as seconds
     from chain_cursor where blockchain = $1`,
    [blockchain],
  )
  return rows[0]!.seconds
}

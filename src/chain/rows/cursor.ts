/**
 * How far each chain has been read: a row of `chain_cursor`, which the watcher moves and senders use. Every write of what
 * was read is guarded by its revision, so that of two watchers that both believe to lead, one fails and nothing is
 * reported twice.
 */
import type { Pool, PoolClient } from 'pg'
import type { Hash } from 'viem'
import { RetryableError } from '../../shared/errors.ts'
import type { Header } from './blocks.ts'

/** The last block whose logs are stored. */
export type Cursor = { revision: number; blockNumber: number; blockHash: Hash }

/** Finds how far a chain has been read; null where nothing was read yet. */
export async function loadCursor(pool: Pool, blockchain: string): Promise<Cursor | null> {
  const { rows } = await pool.query<{ revision: number; number: string; hash: Hash }>({
    name: 'chain-cursor',
    text: `select revision, block_number as number, block_hash as hash
      from chain_cursor where blockchain = $1`,
    values: [blockchain],
  })
  const [row] = rows
  return (
    (row && { revision: row.revision, blockNumber: Number(row.number), blockHash: row.hash }) ??
    null
  )
}

/** Another watcher has moved the cursor. */
class LostLead extends RetryableError {
  override name = 'LostLead'
}

/**
 * Creates the cursor of a chain that was not read before. Its revision goes on after the last one
 * reported to a payment, also when the chain itself began anew.
 */
export async function createCursor(pool: Pool, blockchain: string, to: Header): Promise<Cursor> {
  await pool.query(
    `with reported as materialized (
       select coalesce(max((snapshot->'context'->>'order')::int), -1) + 1 as next from payment where blockchain = $1)
     insert into chain_cursor (blockchain, revision, block_number, block_hash, block_time, seen_at)
     select $1, next, $2, $3, to_timestamp($4), now() from reported on conflict do nothing`,
    [blockchain, to.number, to.hash, to.timestamp],
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

/** Reads how long ago the chain was last read up to a node's head, or in a step towards it. */
export async function secondsSinceRead(pool: Pool, blockchain: string): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    `select extract(epoch from now() - seen_at)::float8 as seconds
     from chain_cursor where blockchain = $1`,
    [blockchain],
  )
  return rows[0]!.seconds
}

/** Records how far a round came; the next is due at once where blocks are left. */
export async function recordUnknownTokensRead(
  client: PoolClient,
  blockchain: string,
  to: number,
): Promise<void> {
  await client.query({
    name: 'unknown-tokens-read',
    text: `update chain_cursor set unknown_tokens_read_to = $2,
        unknown_tokens_read_at = case when $2 = block_number then present.moment end
      from (select now() as moment) as present where blockchain = $1`,
    values: [blockchain, to],
  })
}

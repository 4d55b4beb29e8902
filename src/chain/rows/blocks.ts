/** The rows of `chain_block`: the newest blocks of each chain, behind its cursor. */
import type { Hash, Hex } from 'viem'
import type { Pool, PoolClient } from 'pg'

export type Header = {
  number: number
  hash: Hash
  parentHash: Hash
  /** Unix seconds. */
  timestamp: number
  logsBloom: Hex
}

export type SeenBlock = Pick<Header, 'number' | 'hash'>

/** Reorganisations deeper than this make the watcher read everything again. */
export const blocksStoredMax = 512

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

/** Reads the newest stored blocks up to `to`, by number; between them may be blocks that are not stored. */
export async function loadNewestBlocks(
  pool: Pool,
  blockchain: string,
  to: number,
  limit: number,
): Promise<SeenBlock[]> {
  const { rows } = await pool.query<{ number: string; hash: Hash }>({
    name: 'chain-newest-blocks',
    text: `select number, hash from chain_block where blockchain = $1 and number <= $2
      order by number desc limit $3`,
    values: [blockchain, to, limit],
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

/** Forgets the blocks above one that stays, so that they are read again. */
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

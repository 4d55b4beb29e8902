/** Reads how far a chain has been read: the watcher moves the cursor, and senders use it. */
import type { Pool } from 'pg'
import type { Hash } from 'viem'

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

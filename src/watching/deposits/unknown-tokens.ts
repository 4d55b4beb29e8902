/**
 * Transfers of tokens that the chains file does not name, to live deposit addresses. They are only
 * shown, and to find them nodes have to be asked by address: so it is done every few minutes, for
 * all blocks since the last time, and not with every block.
 */
import type { Pool, PoolClient } from 'pg'
import type { Client } from 'viem'
import { hostOfNode } from '../../chain/agreement/node-hosts.ts'
import type { BlockRange } from '../../chain/blocks.ts'
import type { Cursor } from '../../chain/cursor.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import { blocksStoredMax, loadBlocks } from '../cursor-store.ts'
import { commitStep } from '../step.ts'
import { readTransfersTo } from './deposit-reader.ts'
import { storeDeposits } from './deposit-store.ts'
import { loadLiveAddresses } from './watch-list.ts'

const everyMinutes = 10
/** Blocks whose logs are read a second time. */
const overlapBlocks = 3
/** The blocks of one round; what is left is read with the next polls. */
const blocksAtOnceMax = 20_000

/**
 * Reads what came since the last round, where one is due; returns where the cursor is then. Requests
 * to a local chain cost nothing, so there one is due with every new block.
 */
export async function readUnknownTokens(
  dependencies: ChainDependencies,
  node: Client,
  cursor: Cursor,
): Promise<Cursor> {
  const { database, chain } = dependencies
  const { pool } = database
  const due = await findDueRange(pool, chain.name, cursor, chain.embedded ? 0 : everyMinutes)
  if (!due) return cursor
  const addresses = await loadLiveAddresses(pool, chain.name)
  const held = { headers: [], behind: await loadBlocks(pool, chain.name, due.from) }
  const logs = await readTransfersTo(pool, node, chain, addresses, due, held)
  return commitStep(dependencies, cursor, {
    async write(client) {
      await storeDeposits(client, chain, logs, hostOfNode(chain, node))
      await recordRound(client, chain.name, due.to)
    },
  })
}

/** Returns the blocks of the next round; null while none is due. */
async function findDueRange(
  pool: Pool,
  blockchain: string,
  { blockNumber }: Cursor,
  minutes: number,
): Promise<BlockRange | null> {
  const { rows } = await pool.query<{ readTo: string }>({
    name: 'unknown-tokens-due',
    text: `select coalesce(unknown_tokens_read_to, $2::bigint - $4) as "readTo" from chain_cursor
      where blockchain = $1 and (unknown_tokens_read_to is null or unknown_tokens_read_to < $2)
        and (unknown_tokens_read_at is null
          or unknown_tokens_read_at <= now() - $3 * interval '1 minute')`,
    values: [blockchain, blockNumber, minutes, blocksStoredMax],
  })
  if (!rows[0]) return null
  const from = Math.max(0, Number(rows[0].readTo) + 1 - overlapBlocks)
  return { from, to: Math.min(blockNumber, from + blocksAtOnceMax - 1) }
}

/** Records how far a round came; the next is due at once where blocks are left. */
async function recordRound(client: PoolClient, blockchain: string, to: number): Promise<void> {
  await client.query({
    name: 'unknown-tokens-read',
    text: `update chain_cursor set unknown_tokens_read_to = $2,
        unknown_tokens_read_at = case when $2 = block_number then now() end
      where blockchain = $1`,
    values: [blockchain, to],
  })
}

/** Stored logs that nodes were asked about and have not agreed on: whom they are about, and whether their blocks brought them. */
import type { Pool, PoolClient } from 'pg'
import type { UndecidedLog } from './undecided-logs.ts'

const isDoubted = (undecided: string) => `blockchain = $1 and asked_at is not null
  and (status in (${undecided}) and not agreed or status = 'Retracting' and agreed)`

/** Finds the payments and subscriptions with logs that wait for an agreement: to be credited, or to be taken back. */
export async function findDoubted(
  client: PoolClient,
  blockchain: string,
  entityIds: string[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>({
    name: 'doubted',
    text: `select contract_address as id from chain_log
        where contract_address = any($2) and ${isDoubted(`'Seen'`)}
      union select payment_id from deposit_log
        where payment_id = any($2) and ${isDoubted(`'Seen', 'Reported'`)}`,
    values: [blockchain, entityIds],
  })
  return new Set(rows.map(({ id }) => id))
}

/** Finds the blocks of those logs that a node told when its blocks were read, and not only when one address was searched. */
export async function findReadWithBlocks(
  pool: Pool,
  blockchain: string,
  logs: UndecidedLog[],
): Promise<number[]> {
  if (!logs.length) return []
  const { rows } = await pool.query<{ blockNumber: string }>(
    `with told as (
        select block_hash, log_index, contract_address as entity_id, block_number from chain_log
        where blockchain = $1 and block_hash = any($2) and reported_by is not null
        union all select block_hash, log_index, payment_id, block_number from deposit_log
        where blockchain = $1 and block_hash = any($2) and reported_by is not null)
      select block_number as "blockNumber" from told
      where (block_hash, log_index, entity_id) in (
        select * from unnest($2::text[], $3::int[], $4::text[]))`,
    [
      blockchain,
      logs.map(({ blockHash }) => blockHash),
      logs.map(({ logIndex }) => logIndex),
      logs.map(({ entityId }) => entityId),
    ],
  )
  return rows.map(({ blockNumber }) => Number(blockNumber))
}

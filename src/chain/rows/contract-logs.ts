/** The rows of `chain_log`: what contracts logged, and how far each log has come. */
import type { PoolClient } from 'pg'
import { forgetBlocksAbove } from './blocks.ts'
import type { Address, Hash } from 'viem'

/** Due moments are Unix seconds, as in the contract. */
export type ContractEvent =
  | { event: 'Charged'; args: { period: number; nextDue: number } }
  | { event: 'Frozen'; args: { by: Address; operatorUntil: number } }
  | { event: 'Cancelled'; args: { by: Address } }
  | { event: 'Unfrozen'; args: { nextDue: number } }

export type ContractLog = ContractEvent & {
  contractAddress: Address
  blockNumber: number
  blockHash: Hash
  logIndex: number
  transactionHash: Hash
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

/** Forgets the blocks above `fork`; credited logs in them are to be taken back. @returns the contracts that logged in them */
export async function forgetAbove(
  client: PoolClient,
  blockchain: string,
  fork: number,
): Promise<string[]> {
  const { rows } = await client.query<{ contract: string }>(
    `update chain_log set status = case status when 'Credited' then 'Retracting' else 'Reorged' end,
       asked_at = null
     where blockchain = $1 and block_number > $2 and status in ('Seen', 'Credited')
     returning contract_address as contract`,
    [blockchain, fork],
  )
  await forgetBlocksAbove(client, blockchain, fork)
  return [...new Set(rows.map(({ contract }) => contract))]
}

export async function markCredited(
  client: PoolClient,
  blockchain: string,
  logs: readonly Pick<ContractLog, 'blockHash' | 'logIndex'>[],
): Promise<void> {
  await client.query({
    name: 'chain-mark-credited',
    text: `update chain_log set status = case status when 'Retracting' then 'Reorged' else 'Credited' end
      where blockchain = $1
        and (block_hash, log_index) in (select * from unnest($2::text[], $3::int[]))`,
    values: [
      blockchain,
      logs.map(({ blockHash }) => blockHash),
      logs.map(({ logIndex }) => logIndex),
    ],
  })
}

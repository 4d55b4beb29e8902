/** Stored logs on which the nodes have not agreed yet, and the results of asking about them. */
import type { Pool, PoolClient } from 'pg'
import type { Address, Hash } from 'viem'
import type { Network } from '../../shared/network.ts'

/** A log about a subscription's contract, or about a payment's deposit address. */
export type UndecidedLog = {
  kind: 'subscription' | 'payment'
  entityId: string
  merchantId: string
  network: Network
  blockHash: Hash
  blockNumber: number
  logIndex: number
  transactionHash: Hash
  event: 'Charged' | 'Frozen' | 'Unfrozen' | 'Cancelled' | 'Transfer' | 'Swept'
  /** The contract, or the deposit address. */
  address: Address
  /** The arguments of a contract's event; null for a deposit. */
  args: Record<string, unknown> | null
  /** The token and the base units that moved at a deposit address; null for a contract. */
  token: Address | null
  amount: string | null
  /** The sender of a transfer, or the receiver of a sweep. */
  counterparty: Address | null
  isAskedForLong: boolean
  /** A node told it when its blocks were read, and not only when one address or contract was searched. */
  isReadWithBlock: boolean
}

/** A log that nodes agree on, and the time of its block that they agree on, in Unix seconds. */
export type AgreedLog = { log: UndecidedLog; blockTime: number }

/** Nodes that did not agree on a log are asked about it again after this long. */
const askAgainSeconds = 5

const isUndecided = (statuses: string) =>
  `blockchain = $1 and status in (${statuses}) and not agreed and block_number <= $2`
/** Reported by that node, and not asked about at any; never true where the host is null. */
const isReportedBy = (host: string) =>
  `(asked_at is null and coalesce(reported_by = ${host}, false))`
/** Condition on a row of either table of logs: nodes may be asked about it now. */
export const mayAsk = `(asked_at is null or asked_at < now() - interval '${askAgainSeconds} seconds')`
/** Nodes were asked about such a row before, and its block is no new one: it waits longer than a slow node explains. */
export const isAskedForLong = `(asked_at is not null and block_time < now() - interval '1 minute')`

/** Checks whether any log up to a block is not agreed on yet. */
export async function isAnythingUndecided(
  pool: Pool,
  blockchain: string,
  upTo: number,
): Promise<boolean> {
  const { rows } = await pool.query<{ isAny: boolean }>({
    name: 'agreement-is-any',
    text: `select exists (select 1 from chain_log where ${isUndecided(`'Seen'`)})
      or exists (select 1 from deposit_log where ${isUndecided(`'Seen', 'Reported'`)}) as "isAny"`,
    values: [blockchain, upTo],
  })
  return rows[0]!.isAny
}

/**
 * Finds logs that move money or state, up to a block, that nodes may be asked about now; not those
 * that `believed` reported and no node was asked about.
 */
export async function findUndecided(
  pool: Pool,
  blockchain: string,
  upTo: number,
  { believed, limit }: { believed: string | null; limit: number },
): Promise<UndecidedLog[]> {
  const contracts = await pool.query<UndecidedLog & { blockNumber: string }>({
    name: 'agreement-contracts',
    text: `select 'subscription' as kind, l.contract_address as "entityId",
        s.merchant_id as "merchantId", s.network, l.block_hash as "blockHash",
        l.block_number as "blockNumber", l.log_index as "logIndex",
        l.transaction_hash as "transactionHash", l.event, l.contract_address as address, l.args,
        null as token, null as amount, null as counterparty, ${isAskedForLong} as "isAskedForLong",
        l.reported_by is not null as "isReadWithBlock"
      from (select * from chain_log where ${isUndecided(`'Seen'`)} and ${mayAsk}
          and not ${isReportedBy('$4')}
        order by asked_at nulls first, block_number limit $3) l
      join subscription s on s.id = l.contract_address`,
    values: [blockchain, upTo, limit, believed],
  })
  const deposits = await pool.query<UndecidedLog & { blockNumber: string }>({
    name: 'agreement-deposits',
    text: `select 'payment' as kind, p.id as "entityId", p.merchant_id as "merchantId", p.network,
        d.block_hash as "blockHash", d.block_number as "blockNumber", d.log_index as "logIndex",
        d.transaction_hash as "transactionHash", d.event, p.deposit_address as address,
        null as args, d.token, d.amount::text as amount, d.counterparty,
        ${isAskedForLong} as "isAskedForLong", d.reported_by is not null as "isReadWithBlock"
      from (select * from deposit_log where ${isUndecided(`'Seen', 'Reported'`)} and ${mayAsk}
          and not ${isReportedBy('$4')}
        order by asked_at nulls first, block_number limit $3) d
      join payment p on p.id = d.payment_id and p.token = d.token`,
    values: [blockchain, upTo, limit, believed],
  })
  return [...contracts.rows, ...deposits.rows].map((row) => ({
    ...row,
    blockNumber: Number(row.blockNumber),
  }))
}

/** Marks as agreed the logs that one node reported, up to a block, where one node is enough. */
export async function agreeOnReportsOf(
  client: PoolClient,
  blockchain: string,
  upTo: number,
  believed: string,
): Promise<void> {
  for (const [table, update, statuses] of [
    ['chain_log', 'update chain_log', `'Seen'`],
    ['deposit_log', 'update deposit_log', `'Seen', 'Reported'`],
  ] as const)
    await client.query({
      name: `agreement-reported-${table}`,
      text: `${update} set agreed = true
        where ${isUndecided(statuses)} and ${isReportedBy('$3')}`,
      values: [blockchain, upTo, believed],
    })
}

/** Marks transfers of other tokens than the payment's as agreed: they are shown, and never credited. */
export async function agreeOnOthers(
  client: PoolClient,
  blockchain: string,
  upTo: number,
): Promise<void> {
  await client.query({
    name: 'agreement-others',
    text: `update deposit_log d set agreed = true from payment p
      where d.blockchain = $1 and d.status in ('Seen', 'Reported') and not d.agreed
        and d.block_number <= $2 and p.id = d.payment_id and p.token <> d.token`,
    values: [blockchain, upTo],
  })
}

/** Marks logs as agreed, with the block time that nodes agree on: until then it is that of one node. */
export const markAgreed = (client: PoolClient, blockchain: string, agreed: AgreedLog[]) =>
  update(
    client,
    blockchain,
    agreed.map(({ log }) => log),
    'agreed = true, block_time = to_timestamp(log.block_time)',
    agreed.map(({ blockTime }) => blockTime),
  )

/** Marks logs as asked about, to be asked about again later. */
export const markAsked = (client: PoolClient, blockchain: string, logs: UndecidedLog[]) =>
  update(client, blockchain, logs, 'asked_at = now()')

/** Marks denied logs: one that was reported as seen is to be taken back, any other is gone. */
export const markRefuted = (client: PoolClient, blockchain: string, logs: UndecidedLog[]) =>
  update(
    client,
    blockchain,
    logs,
    `status = case status when 'Reported' then 'Retracting' else 'Reorged' end`,
  )

/**
 * Two payments may have rows of the same place in a block, one of them made up: so the id is
 * compared as well.
 */
async function update(
  client: PoolClient,
  blockchain: string,
  logs: UndecidedLog[],
  change: string,
  blockTimes: number[] = [],
): Promise<void> {
  for (const [kind, update, id] of [
    ['subscription', 'update chain_log', 'contract_address'],
    ['payment', 'update deposit_log', 'payment_id'],
  ] as const) {
    const own = logs
      .map((log, index) => ({ ...log, blockTime: blockTimes[index] ?? null }))
      .filter((log) => log.kind === kind)
    if (!own.length) continue
    await client.query(
      `${update} known set ${change}
       from unnest($2::text[], $3::int[], $4::text[], $5::float8[])
         as log(block_hash, log_index, entity_id, block_time)
       where known.blockchain = $1 and known.status in ('Seen', 'Reported') and not known.agreed
         and known.block_hash = log.block_hash and known.log_index = log.log_index
         and known.${id} = log.entity_id`,
      [
        blockchain,
        own.map(({ blockHash }) => blockHash),
        own.map(({ logIndex }) => logIndex),
        own.map(({ entityId }) => entityId),
        own.map(({ blockTime }) => blockTime),
      ],
    )
  }
}

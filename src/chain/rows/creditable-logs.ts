/** Which stored logs can be credited or taken back next, with all that their reports say but the allowance. */
import type { Pool } from 'pg'
import type { Address, Hash } from 'viem'
import type { Network } from '../../shared/network.ts'
import type { ContractEvent } from './contract-logs.ts'

/** The next log of one contract to be credited or taken back. */
export type CreditableLog = ContractEvent & {
  status: 'Seen' | 'Retracting'
  contractAddress: Address
  merchantId: string
  network: Network
  blockHash: Hash
  blockNumber: number
  blockTime: Date
  logIndex: number
  transactionHash: Hash
  /** Unix seconds: the due moment that a later unfreeze has set, where the log was found late. */
  laterDue: number | null
  /** When the first charge was agreed to be due. */
  startFrom: string
  /** Where the contract stood before the log, for one that is taken back; else null. */
  before: StateBefore | null
}

/** A contract's state before a log that is taken back, by the credited logs before it. */
export type StateBefore = { nextDue: number | null; frozenBy: Address | null }

type Row = Omit<CreditableLog, 'blockNumber' | 'blockTime'> & {
  blockNumber: string
  blockTime: string
  isBlocked: boolean
  agreed: boolean
}

/** `isMoreWaiting`: other contracts have such logs, but a message to them is still on its way. */
export type CreditableLogs = { logs: CreditableLog[]; isMoreWaiting: boolean }

/**
 * Sorts logs in the order in which things happened, which is not always their order in the block: a
 * token that calls the payer while it moves the money lets the contract be frozen or cancelled
 * within the charge, and that is logged first. A charge cannot follow either, so it is placed
 * before them, unless the contract was unfrozen in between.
 */
const placeInBlock = `coalesce((
    select min(within.log_index) - 0.5 from chain_log within
    where l.event = 'Charged' and within.event in ('Frozen', 'Cancelled')
      and within.blockchain = l.blockchain and within.block_hash = l.block_hash
      and within.transaction_hash = l.transaction_hash
      and within.contract_address = l.contract_address and within.log_index < l.log_index
      and not exists (
        select 1 from chain_log unfrozen
        where unfrozen.event = 'Unfrozen' and unfrozen.blockchain = l.blockchain
          and unfrozen.block_hash = l.block_hash
          and unfrozen.contract_address = l.contract_address
          and unfrozen.log_index between within.log_index and l.log_index)
  ), l.log_index)`

/**
 * A charge that skips a period, or that of a frozen contract, is ahead: a log before it was not
 * read yet.
 */
const isAhead = `(next.status = 'Seen' and next.event = 'Charged' and (
    (next.args->>'period')::int > next.charges_made + 1
    or (select control.event from chain_log control
        where control.blockchain = $1 and control.contract_address = next."contractAddress"
          and control.status = 'Credited' and control.event in ('Frozen', 'Unfrozen')
          and (control.block_number, control.log_index) < (next."blockNumber", next."logIndex")
        order by control.block_number desc, control.log_index desc limit 1) is not distinct from 'Frozen'))`

const laterDue = `(select (later.args->>'nextDue')::bigint::float8 from chain_log later
    where later.blockchain = $1 and later.contract_address = next."contractAddress"
      and later.status = 'Credited' and later.event = 'Unfrozen'
      and (later.block_number, later.log_index) > (next."blockNumber", next."logIndex")
    order by later.block_number desc, later.log_index desc limit 1)`

const isBefore = `before.blockchain = $1 and before.contract_address = next."contractAddress"
        and before.status = 'Credited'
        and (before.block_number, before.log_index) < (next."blockNumber", next."logIndex")`

/** The due moment and the freeze in force, by the contract's credited logs before one that is taken back. */
const stateBefore = `(select json_build_object(
      'nextDue', (select (before.args->>'nextDue')::bigint from chain_log before
        where ${isBefore} and before.event in ('Charged', 'Unfrozen')
        order by before.block_number desc, before.log_index desc limit 1),
      'frozenBy', (select case before.event when 'Frozen' then before.args->>'by' end from chain_log before
        where ${isBefore} and before.event in ('Frozen', 'Unfrozen')
        order by before.block_number desc, before.log_index desc limit 1)))`

/**
 * Finds at most one log for each contract: one that nodes agree is gone, newest first, or else one
 * that they agree on, oldest first. A charge that cannot come next waits until the logs missing
 * before it are found; see `contracts/contract-round.ts`. A contract to which a message is still on
 * its way waits, because the bus keeps no order; so does one whose oldest log is not agreed on,
 * because its logs have an order.
 */
export async function findCreditableLogs(
  pool: Pool,
  blockchain: string,
  limit: number,
): Promise<CreditableLogs> {
  const { rows } = await pool.query<Row>({
    name: 'chain-creditable-logs',
    text: `select next.*, ${laterDue} as "laterDue",
        case when next.status = 'Retracting' then ${stateBefore} end as before
      from (select distinct on (l.contract_address) l.status, coalesce(s.charges_made, 0) as charges_made,
        l.event, l.args, l.agreed,
        l.contract_address as "contractAddress", s.merchant_id as "merchantId", s.network,
        s.snapshot->'context'->>'startFrom' as "startFrom",
        l.block_hash as "blockHash", l.block_number as "blockNumber", l.block_time as "blockTime",
        l.log_index as "logIndex", l.transaction_hash as "transactionHash",
        l.contract_address in (
          select o.entity_id from outbox o where o.channel = 'actor' and o.id like $1 || '/%'
        ) as "isBlocked"
      from chain_log l join subscription s on s.id = l.contract_address
      where l.blockchain = $1 and l.status in ('Seen', 'Retracting')
      order by l.contract_address,
        case l.status when 'Retracting' then 0 else 1 end,
        (l.block_number * 1000000 + ${placeInBlock}) * case l.status when 'Retracting' then -1 else 1 end
      ) as next where (status = 'Retracting') <> agreed and ("isBlocked" or not ${isAhead}) limit $2`,
    values: [blockchain, limit],
  })
  const open = rows.filter(({ isBlocked }) => !isBlocked)
  return { logs: open.map(toCreditableLog), isMoreWaiting: open.length < rows.length }
}

const toCreditableLog = ({
  blockNumber,
  blockTime,
  isBlocked: _,
  agreed: __,
  ...log
}: Row): CreditableLog =>
  ({ ...log, blockNumber: Number(blockNumber), blockTime: new Date(blockTime) }) as CreditableLog

/**
 * The contracts that are due to be asked whether their logs are complete. Contracts of which an
 * event is expected (a charge, a pause, a cancellation) are asked every minute while they wait for
 * it, young drafts every ten minutes, all others every six hours; what has ended on chain is not
 * asked any more.
 */
import type { Pool, PoolClient } from 'pg'
import type { Address } from 'viem'
import type { StatusOf } from '../../../machines/actors.ts'
import { expectingSubscriptions, quoteStatuses } from '../../core/states.ts'
import type { Network } from '../../shared/network.ts'

export type DueContract = {
  contractAddress: Address
  merchantId: string
  network: Network
  /** The subscription's. */
  status: StatusOf['subscription']
  payer: Address
  /** Up to this block the stored logs explain the contract's state. */
  knownAt: number
  /**
   * Up to this block logs were searched for what is missing; null where nothing is missing. At
   * `knownAt` the search begins anew.
   */
  readUpTo: number | null
}
/** A check that was made; `isDone` when no blocks are left to be searched for now. */
export type ContractCheck = Pick<DueContract, 'contractAddress' | 'knownAt' | 'readUpTo'> & {
  isDone: boolean
}

const expectingCheckSeconds = 60
const draftCheckMinutes = 10
const draftIsYoungHours = 24
const otherCheckHours = 6
/** A subscription that was ended off chain can still be charged for a while. */
const endedWatchDays = 40
/** Missing logs that no node gives are searched for again after this long. */
const missingCheckMinutes = 10
/** A contract is first checked this long after it was made. */
const firstCheckMinutes = 5
/** No row is seen by others later than this after the moment that it carries. */
const commitSecondsMax = 60
/** A subscription this young cannot have events before the stored blocks. */
const isYoungMinutes = 10

/**
 * Enlists contracts that were made since the last round, the oldest first: they are checked from
 * now on.
 */
export async function enlistContracts(
  pool: Pool,
  blockchain: string,
  { youngFrom, oldFrom }: { youngFrom: number; oldFrom: number },
  limit: number,
): Promise<void> {
  const newest = await pool.query<{ since: string }>({
    name: 'contracts-newest-watched',
    text: `select coalesce(max(created_at) - $2 * interval '1 second', '-infinity')::text as since
      from contract_watch where blockchain = $1`,
    values: [blockchain, commitSecondsMax],
  })
  // Without a name it is planned with these very values, and so by the index.
  await pool.query(
    `with unwatched as materialized (
       select s.id, s.created_at from subscription s
       where s.blockchain = $1 and s.created_at > $2
         and not exists (select 1 from contract_watch w where w.contract_address = s.id)
       order by s.created_at, s.id limit $3)
     insert into contract_watch (contract_address, blockchain, created_at, known_at, check_at, checked_at)
     select id, $1, created_at,
       case when created_at > now() - $4 * interval '1 minute' then $5::bigint else $6::bigint end,
       now() + $7 * interval '1 minute', now()
     from unwatched on conflict (contract_address) do nothing`,
    [
      blockchain,
      newest.rows[0]!.since,
      limit,
      isYoungMinutes,
      youngFrom,
      oldFrom,
      firstCheckMinutes,
    ],
  )
}

/**
 * Finds the contracts that are due, and whose stored logs the nodes agree on: no more than `limit`
 * that wait for an event, and as many others.
 */
export async function findDueContracts(
  pool: Pool,
  blockchain: string,
  limit: number,
): Promise<DueContract[]> {
  const { rows } = await pool.query<DueContract & { knownAt: string; readUpTo: string | null }>({
    name: 'contracts-due',
    text: `with expecting as materialized (
        select s.id from subscription s where s.blockchain = $1 and ${isExpecting('s')}),
      due as (
        (select w.contract_address from expecting e
          -- One by one: the planner takes them for many, and would read all that are watched.
          cross join lateral (select * from contract_watch one
            where one.contract_address = e.id limit 1) w
          where w.read_up_to is null
            and w.checked_at <= now() - $3 * interval '1 second' and ${isUndisputed('w')}
          order by w.checked_at limit $2)
        union
        (select w.contract_address from contract_watch w
          where w.blockchain = $1 and w.check_at <= now() and ${isUndisputed('w')}
          order by w.check_at limit $2))
      select w.contract_address as "contractAddress", s.merchant_id as "merchantId", s.network,
        s.status, s.payer, w.known_at as "knownAt", w.read_up_to as "readUpTo"
      from due join contract_watch w using (contract_address)
      join subscription s on s.id = w.contract_address`,
    values: [blockchain, limit, expectingCheckSeconds],
  })
  return rows.map((row) => ({
    ...row,
    knownAt: Number(row.knownAt),
    readUpTo: row.readUpTo === null ? null : Number(row.readUpTo),
  }))
}

/** The chain is expected to log an event of these: the condition of the index `subscription_expecting`. */
const isExpecting = (table: string): string =>
  `(${table}.status in (${quoteStatuses(expectingSubscriptions)})
    or (${table}.status = 'Active' and ${table}.phase <> 'Current'))`

/** Nodes are not being asked about any of the contract's logs. */
const isUndisputed = (table: string): string =>
  `not exists (select 1 from chain_log l where l.blockchain = $1
    and l.contract_address = ${table}.contract_address
    and (l.status = 'Retracting' or (l.status = 'Seen' and not l.agreed)))`

/** Records checks, and when the next ones are due: at once where blocks are left to be searched. */
export async function recordContractChecks(
  client: PoolClient,
  checks: ContractCheck[],
): Promise<void> {
  await client.query({
    name: 'contracts-record-checks',
    text: `with checked as materialized (select t.*, case
            when not t.is_done then now()
            when t.read_up_to is not null then now() + $5 * interval '1 minute'
            when s.status = 'Draft' and s.created_at > now() - $6 * interval '1 hour'
              then now() + $7 * interval '1 minute'
            when s.status = 'Finished'
              or (s.status = 'Cancelled' and (s.snapshot->'context'->>'isCancelledOnChain')::boolean)
              or (s.status = 'Cancelled' and s.updated_at < now() - $9 * interval '1 day')
              then 'infinity'
            else now() + $8 * interval '1 hour' end as check_at
          from unnest($1::text[], $2::bigint[], $3::bigint[], $4::boolean[])
            as t(contract_address, known_at, read_up_to, is_done)
          join subscription s on s.id = t.contract_address)
      update contract_watch w set known_at = checked.known_at, read_up_to = checked.read_up_to,
        checked_at = now(), check_at = checked.check_at
      from checked where w.contract_address = checked.contract_address`,
    values: [
      checks.map(({ contractAddress }) => contractAddress),
      checks.map(({ knownAt }) => knownAt),
      checks.map(({ readUpTo }) => readUpTo),
      checks.map(({ isDone }) => isDone),
      missingCheckMinutes,
      draftIsYoungHours,
      draftCheckMinutes,
      otherCheckHours,
      endedWatchDays,
    ],
  })
}

/** Makes contracts due for the next round: an event was read that cannot come next. */
export async function requestContractCheck(
  client: PoolClient,
  contracts: readonly string[],
): Promise<void> {
  if (!contracts.length) return
  await client.query(
    'update contract_watch set check_at = now() where contract_address = any($1)',
    [contracts],
  )
}

/** Forgets what was known above a block that stays: it has to be found out again. */
export async function forgetKnownAbove(
  client: PoolClient,
  blockchain: string,
  blockNumber: number,
): Promise<void> {
  await client.query(
    `update contract_watch set known_at = $2, read_up_to = null, check_at = now()
     where blockchain = $1 and known_at > $2`,
    [blockchain, blockNumber],
  )
}

/** Lets the next round look at a contract, which may be new to it, and search its logs from a block on. */
export async function searchContractFrom(
  pool: Pool,
  blockchain: string,
  contractAddress: string,
  block: number,
): Promise<void> {
  await pool.query(
    `with adopted as materialized (select id, created_at from subscription where id = $1)
     insert into contract_watch (contract_address, blockchain, created_at, known_at, check_at, checked_at)
     select id, $2, created_at, $3, now(), now() from adopted
     on conflict (contract_address) do update
       set known_at = least(contract_watch.known_at, $3), read_up_to = null, check_at = excluded.check_at`,
    [contractAddress, blockchain, block - 1],
  )
}

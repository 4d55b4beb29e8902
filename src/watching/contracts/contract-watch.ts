/**
 * Whose turn it is to be asked whether its logs tell everything. Contracts of which an event is expected
 * (a charge, a pause, a cancellation) are asked every minute while they wait for it, young drafts every
 * ten minutes, all others every six hours; what has ended on chain is not asked any more.
 */
import type { Pool, PoolClient } from 'pg'
import type { Address } from 'viem'
import type { StatusOf } from '../../../machines/actors.ts'
import { expectingSubscriptions, quoteStatuses } from '../../store/states.ts'
import type { Network } from '../../shared/network.ts'

export type DueContract = {
  contractAddress: Address
  merchantId: string
  network: Network
  /** Of the subscription. */
  status: StatusOf['subscription']
  payer: Address
  /** Up to this block the stored logs tell where the contract stands. */
  knownAt: number
  /**
   * Up to this block logs were searched for what is missing; null where nothing is missing. At
   * `knownAt` the search begins anew.
   */
  readUpTo: number | null
}
/** A look that was made; `isDone` when no blocks are left to be searched for now. */
export type ContractCheck = Pick<DueContract, 'contractAddress' | 'knownAt' | 'readUpTo'> & {
  isDone: boolean
}

const expectingLookSeconds = 60
const draftLookMinutes = 10
const draftIsYoungHours = 24
const anyLookHours = 6
/** A subscription that ended without a word of the chain can still be charged for a while. */
const endedWatchDays = 40
/** Where logs are missing and no node tells them, they are searched for again after this long. */
const missingLookMinutes = 10
/** How soon after it was made a contract is looked at first. */
const firstLookMinutes = 5
/** No statement takes longer from the moment that it writes down until others see it. */
const commitSecondsMax = 60
/** A subscription this young cannot have events before the blocks that are kept. */
const isYoungMinutes = 10

/** From now on these are looked at, too: those that were made since the last look, the oldest first. */
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
  // Without a name it is planned for this very moment, and so by the index.
  await pool.query(
    `with unwatched as materialized (
       select s.id, s.created_at from subscription s
       where s.blockchain = $1 and s.created_at > $2
         and not exists (select 1 from contract_watch w where w.contract_address = s.id)
       order by s.created_at, s.id limit $3)
     insert into contract_watch (contract_address, blockchain, created_at, known_at, look_at, looked_at)
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
      firstLookMinutes,
    ],
  )
}

/**
 * Those whose turn it is, and whose stored logs the nodes agree on: no more than `limit` that wait for
 * an event, and as many others.
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
            and w.looked_at <= now() - $3 * interval '1 second' and ${isSettled('w')}
          order by w.looked_at limit $2)
        union
        (select w.contract_address from contract_watch w
          where w.blockchain = $1 and w.look_at <= now() and ${isSettled('w')}
          order by w.look_at limit $2))
      select w.contract_address as "contractAddress", s.merchant_id as "merchantId", s.network,
        s.status, s.payer, w.known_at as "knownAt", w.read_up_to as "readUpTo"
      from due join contract_watch w using (contract_address)
      join subscription s on s.id = w.contract_address`,
    values: [blockchain, limit, expectingLookSeconds],
  })
  return rows.map((row) => ({
    ...row,
    knownAt: Number(row.knownAt),
    readUpTo: row.readUpTo === null ? null : Number(row.readUpTo),
  }))
}

/** As in the index `subscription_expecting`: the chain is about to say something of these. */
const isExpecting = (table: string): string =>
  `(${table}.status in (${quoteStatuses(expectingSubscriptions)})
    or (${table}.status = 'Active' and ${table}.phase <> 'Current'))`

/** Nodes are not being asked about one of its logs. */
const isSettled = (table: string): string =>
  `not exists (select 1 from chain_log l where l.blockchain = $1
    and l.contract_address = ${table}.contract_address
    and (l.status = 'Retracting' or (l.status = 'Seen' and not l.agreed)))`

/** Remembers looks, and when the next one is due: at once where blocks are left to be searched. */
export async function recordContractChecks(
  client: PoolClient,
  looks: ContractCheck[],
): Promise<void> {
  await client.query({
    name: 'contracts-note-looks',
    text: `update contract_watch w set known_at = t.known_at, read_up_to = t.read_up_to,
        looked_at = now(), look_at = case
          when not t.is_done then now()
          when t.read_up_to is not null then now() + $5 * interval '1 minute'
          when s.status = 'Draft' and s.created_at > now() - $6 * interval '1 hour'
            then now() + $7 * interval '1 minute'
          when s.status = 'Finished'
            or (s.status = 'Cancelled' and (s.snapshot->'context'->>'isCancelledOnChain')::boolean)
            or (s.status = 'Cancelled' and s.updated_at < now() - $9 * interval '1 day')
            then 'infinity'
          else now() + $8 * interval '1 hour' end
      from unnest($1::text[], $2::bigint[], $3::bigint[], $4::boolean[])
        as t(contract_address, known_at, read_up_to, is_done)
      join subscription s on s.id = t.contract_address
      where w.contract_address = t.contract_address`,
    values: [
      looks.map(({ contractAddress }) => contractAddress),
      looks.map(({ knownAt }) => knownAt),
      looks.map(({ readUpTo }) => readUpTo),
      looks.map(({ isDone }) => isDone),
      missingLookMinutes,
      draftIsYoungHours,
      draftLookMinutes,
      anyLookHours,
      endedWatchDays,
    ],
  })
}

/** Has contracts looked at with the next round: something was told that cannot come next. */
export async function requestContractCheck(
  client: PoolClient,
  contracts: readonly string[],
): Promise<void> {
  if (!contracts.length) return
  await client.query('update contract_watch set look_at = now() where contract_address = any($1)', [
    contracts,
  ])
}

/** What was known above a block that stays has to be found out again. */
export async function forgetKnownAbove(
  client: PoolClient,
  blockchain: string,
  blockNumber: number,
): Promise<void> {
  await client.query(
    `update contract_watch set known_at = $2, read_up_to = null, look_at = now()
     where blockchain = $1 and known_at > $2`,
    [blockchain, blockNumber],
  )
}

/**
 * The deposit addresses whose balance is due for a check, and those at which nothing is looked for
 * any more but by that.
 */
import type { Pool, PoolClient } from 'pg'
import { openPayments, quoteStatuses } from '../../core/states.ts'
import type { DeployedChain } from '../../shared/chain-directory.ts'
import type { WatchedAddress } from './watched-addresses.ts'

export type DueCheck = WatchedAddress & {
  /** Up to this block the stored logs explain what the address holds. */
  knownAt: number
  /** Up to this block logs were searched for what is missing; null where the search begins at `knownAt`. */
  searchedTo: number | null
  /** Whether all blocks were searched in vain, and not so long ago that they are searched anew. */
  isSearched: boolean
}
/**
 * A check that was made; `isDone` when no blocks are left to be searched for now. `isShort`: whether the address only
 * lacks money that is not credited, as with a token that keeps a fee.
 */
export type CheckedAddress = Omit<DueCheck, 'depositAddress' | 'isSearched'> & {
  isDone: boolean
  isShort: boolean
}

/** After this long an address is no longer live. */
const liveDaysMax = 90
/** Each 500 live addresses cost a request in every round for unknown tokens. */
const liveAddressesMax = 10_000
const openCheckMinutes = 10
const endedCheckMinutes = 60
/** Requests to a local chain cost nothing, and somebody tries things out there. */
const localCheckMinutes = 1
/** An address is checked so long after its payment expired: the native coin comes without a log, and this may be its last look for an hour. */
const afterExpirySeconds = 30
/** Logs that are still missing after all blocks were searched are searched for anew after this long. */
const searchAnewHours = 1
/**
 * What is missing of money that is not credited is searched for anew after as long as the address is old, because a token
 * that keeps a fee explains it, too; at the latest after this long.
 */
const searchShortHoursMax = 7 * 24
/**
 * An address whose money counts for less than nodes agree came there is checked again so soon, or after as long as it is
 * old: the balance may have been a lie, for a moment or for ever.
 */
const limitedCheckMinutesMin = 1

export async function findDueChecks(
  pool: Pool,
  blockchain: string,
  limit: number,
): Promise<DueCheck[]> {
  const { rows } = await pool.query<
    WatchedAddress & { knownAt: string; searchedTo: string | null; isSearched: boolean }
  >({
    name: 'deposits-due-checks',
    text: `select payment_id as "paymentId", deposit_address as "depositAddress",
        known_at as "knownAt",
        case when search_anew_at > now() or search_anew_at is null then searched_to end as "searchedTo",
        coalesce(search_anew_at > now(), false) as "isSearched"
      from deposit_watch where blockchain = $1 and check_at <= now() order by check_at limit $2`,
    values: [blockchain, limit],
  })
  return rows.map((row) => ({
    ...row,
    knownAt: Number(row.knownAt),
    searchedTo: row.searchedTo === null ? null : Number(row.searchedTo),
  }))
}

/** Makes the address of a payment due for the next round, since somebody looks at it; however many ask, a round has its limit. */
export async function requestBalanceCheck(pool: Pool, paymentId: string): Promise<void> {
  await pool.query({
    name: 'deposits-request-check',
    text: 'update deposit_watch set check_at = now() where payment_id = $1 and check_at > now()',
    values: [paymentId],
  })
}

/** Makes addresses due for a check soon whose money counts only in part, and for a search of all blocks not known. */
export async function checkLimitedSoon(client: PoolClient, paymentIds: string[]): Promise<void> {
  if (!paymentIds.length) return
  await client.query({
    name: 'deposits-check-limited',
    text: `update deposit_watch set search_anew_at = now(),
        check_at = least(check_at, now() + greatest(now() - created_at, $2 * interval '1 minute'))
      where payment_id = any($1)`,
    values: [paymentIds, limitedCheckMinutesMin],
  })
}

/**
 * Records checks, and when the next ones are due: at once where blocks are left to be searched, and of an open payment
 * right after its end at the latest. All logs of an address that is not live are known up to `readUpTo` once its check is
 * done.
 */
export async function recordChecks(
  client: PoolClient,
  { embedded }: Pick<DeployedChain, 'embedded'>,
  checks: CheckedAddress[],
  readUpTo: number,
): Promise<void> {
  await client.query({
    name: 'deposits-record-checks',
    text: `with checked as materialized (
        select t.*, now() as moment, now() + case
            when not t.is_done then interval '0'
            when p.status in (${quoteStatuses(openPayments)}) then least($5 * interval '1 minute',
              greatest(p.expires_at::timestamptz - now(), interval '0') + $9 * interval '1 second')
            else $6 * interval '1 minute' end as check_at
          from unnest($1::text[], $2::bigint[], $3::bigint[], $4::boolean[], $10::boolean[])
            as t(payment_id, known_at, searched_to, is_done, is_short)
          join payment p on p.id = t.payment_id)
      update deposit_watch w set known_at = t.known_at, searched_to = t.searched_to,
        search_anew_at = case
          when t.searched_to is null or not t.is_done then null
          else least(case when w.search_anew_at > t.moment then w.search_anew_at end,
            t.moment + greatest($8 * interval '1 hour', case when t.is_short
              then least(t.moment - w.created_at, $11 * interval '1 hour') end)) end,
        read_up_to = case when t.is_done and w.read_up_to is not null then $7::bigint
          else w.read_up_to end,
        check_at = t.check_at
      from checked as t where w.payment_id = t.payment_id`,
    values: [
      checks.map(({ paymentId }) => paymentId),
      checks.map(({ knownAt }) => knownAt),
      checks.map(({ searchedTo }) => searchedTo),
      checks.map(({ isDone }) => isDone),
      embedded ? localCheckMinutes : openCheckMinutes,
      endedCheckMinutes,
      readUpTo,
      searchAnewHours,
      afterExpirySeconds,
      checks.map(({ isShort }) => isShort),
      searchShortHoursMax,
    ],
  })
}

/**
 * Retires live addresses whose payments ended long ago by the chain's time, and the longest ended
 * where there are too many. `readUpTo` is the cursor's block: so far their logs were read. Only on
 * a local chain, whose clock can be moved, may a block be of the future: elsewhere a node made that
 * up.
 */
export async function retireAddresses(
  client: PoolClient,
  { name, embedded }: Pick<DeployedChain, 'name' | 'embedded'>,
  readUpTo: number,
): Promise<void> {
  await client.query({
    name: 'deposits-retire',
    text: `with ended as (
        select w.payment_id, p.expires_at::timestamptz < $3 * interval '-1 day'
            + case when $5 then c.block_time else least(c.block_time, now()) end as is_long_ago,
          row_number() over (order by p.expires_at desc) as place
        from deposit_watch w join payment p on p.id = w.payment_id, chain_cursor c
        where w.blockchain = $1 and w.read_up_to is null and c.blockchain = $1
          and p.status not in (${quoteStatuses(openPayments)}))
      update deposit_watch w set read_up_to = $2 from ended
      where w.payment_id = ended.payment_id and (place > $4 or is_long_ago)`,
    values: [name, readUpTo, liveDaysMax, liveAddressesMax, embedded],
  })
}

/**
 * The payments whose deposit addresses are watched. Transfers of known tokens are found for all of
 * them, of unknown tokens for live ones; an older one's are searched for when its balance shows that
 * something came.
 */
import type { Pool, PoolClient } from 'pg'
import type { Address } from 'viem'
import { textArray } from '../../store/binary-array.ts'

export type WatchedAddress = { paymentId: string; depositAddress: Address }
/** `createdAt`: real database time, as Postgres writes it. */
export type Unwatched = WatchedAddress & { createdAt: string }

/** No row is seen by others later than this after the moment that it carries. */
export const commitSecondsMax = 60
/** A commit is known to the others so long after it began. */
const beginSecondsMax = 1
/** A payment's balance is first checked this long after it was made. */
const firstCheckMinutes = 5

/** Reads the addresses to which unknown tokens are looked for. */
export async function loadLiveAddresses(pool: Pool, blockchain: string): Promise<Address[]> {
  const { rows } = await pool.query<{ address: Address }>({
    name: 'deposits-live',
    text: `select deposit_address as address from deposit_watch
      where blockchain = $1 and read_up_to is null`,
    values: [blockchain],
  })
  return rows.map(({ address }) => address)
}

/**
 * Payments are looked for from `since` on: no earlier one is unwatched, as far as is known. Once those that are found are
 * watched, none up to `settled` will be.
 */
type LookedThrough = { since: string; settled: string }

/**
 * Reads from where on payments may be unwatched. `settled` is what this process has looked through up to, or null: then it
 * is a minute before the newest watched one. A payment carries the moment at which its commit began, so those of before
 * the oldest commit under way are all there; of commits that this user may not see, nothing is known but how long they take.
 */
export async function readUnwatchedSince(
  pool: Pool,
  blockchain: string,
  settled: string | null,
): Promise<LookedThrough> {
  const { rows } = await pool.query<LookedThrough>({
    name: 'deposits-unwatched-since',
    text: `with watched as (select max(created_at) as newest from deposit_watch where blockchain = $1)
      select least(coalesce(newest, '-infinity'), coalesce($2::timestamptz, newest - late.by))::text as since,
        ((select least(now(), min(xact_start),
            case when bool_or(query = '<insufficient privilege>') then now() - late.by end)
          from pg_stat_activity where datname = current_database())
          - interval '${beginSecondsMax} seconds')::text as settled
      from watched cross join (select $3 * interval '1 second' as by) late`,
    values: [blockchain, settled, commitSecondsMax],
  })
  return rows[0]!
}

/** Finds payments from `since` on that are not watched yet, the oldest first. */
export async function findUnwatched(
  pool: Pool,
  blockchain: string,
  since: string,
  limit: number,
): Promise<Unwatched[]> {
  // Without a name it is planned with these very values, and so by the index: 1 ms instead of 240
  // at 200,000 payments.
  const { rows } = await pool.query<Unwatched>(
    `select p.id as "paymentId", p.deposit_address as "depositAddress", p.created_at::text as "createdAt"
     from payment p where p.blockchain = $1 and p.created_at >= $3
       and not exists (select 1 from deposit_watch w where w.payment_id = p.id)
     order by p.created_at, p.id limit $2`,
    [blockchain, limit, since],
  )
  return rows
}

/** Makes these addresses live; before `from` nothing can have come to them. */
export async function watchAddresses(
  client: PoolClient,
  blockchain: string,
  payments: Unwatched[],
  from: number,
): Promise<void> {
  const column = (read: (payment: Unwatched) => string) => textArray(payments.map(read))
  await client.query({
    name: 'deposits-watch',
    text: `insert into deposit_watch (payment_id, blockchain, deposit_address, created_at, read_up_to,
        known_at, check_at)
      select payment_id, $1, deposit_address, created_at::timestamptz, null, $3::bigint - 1,
        now() + $2 * interval '1 minute'
      from unnest($4::text[], $5::text[], $6::text[]) as t(payment_id, deposit_address, created_at)
      on conflict (payment_id) do nothing`,
    values: [
      blockchain,
      firstCheckMinutes,
      from,
      column(({ paymentId }) => paymentId),
      column(({ depositAddress }) => depositAddress),
      column(({ createdAt }) => createdAt),
    ],
  })
}

/** Finds the payments of these deposit addresses (EIP-55), by address. */
export async function findPaymentsAt(
  pool: Pool,
  blockchain: string,
  addresses: Address[],
): Promise<Map<Address, string>> {
  if (!addresses.length) return new Map()
  const { rows } = await pool.query<{ id: string; address: Address }>({
    name: 'deposits-payments',
    text: `select id, deposit_address as address from payment
      where blockchain = $1 and deposit_address = any($2)`,
    values: [blockchain, addresses],
  })
  return new Map(rows.map(({ id, address }) => [address, id]))
}

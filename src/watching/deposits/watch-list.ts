/**
 * The payments whose deposit addresses are watched. Transfers of known tokens are found for all of
 * them, of unknown tokens for live ones; an older one's are searched for when its balance shows that
 * something came.
 */
import type { Pool, PoolClient } from 'pg'
import type { Address } from 'viem'

export type Watched = { paymentId: string; depositAddress: Address }

/** No row is seen by others later than this after the moment that it carries. */
export const commitSecondsMax = 60
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
 * Finds payments that are not watched yet, the oldest first. They are taken in the order of their
 * making, so one made long before the newest watched one is watched as well.
 */
export async function findUnwatched(
  pool: Pool,
  blockchain: string,
  limit: number,
): Promise<Watched[]> {
  const newest = await pool.query<{ since: string }>({
    name: 'deposits-newest-watched',
    text: `select coalesce(max(created_at) - $2 * interval '1 second', '-infinity')::text as since
      from deposit_watch where blockchain = $1`,
    values: [blockchain, commitSecondsMax],
  })
  // Without a name it is planned with these very values, and so by the index: 1 ms instead of 240
  // at 200,000 payments.
  const { rows } = await pool.query<Watched>(
    `select p.id as "paymentId", p.deposit_address as "depositAddress" from payment p
     where p.blockchain = $1 and p.created_at > $3
       and not exists (select 1 from deposit_watch w where w.payment_id = p.id)
     order by p.created_at, p.id limit $2`,
    [blockchain, limit, newest.rows[0]!.since],
  )
  return rows
}

/** Makes these addresses live; before `from` nothing can have come to them. */
export async function watchAddresses(
  client: PoolClient,
  payments: Watched[],
  from: number,
): Promise<void> {
  await client.query({
    name: 'deposits-watch',
    text: `insert into deposit_watch (payment_id, blockchain, deposit_address, created_at, read_up_to,
        known_at, check_at)
      select id, blockchain, deposit_address, created_at, null, $3::bigint - 1,
        now() + $2 * interval '1 minute'
      from payment where id = any($1)
      on conflict (payment_id) do nothing`,
    values: [payments.map(({ paymentId }) => paymentId), firstCheckMinutes, from],
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

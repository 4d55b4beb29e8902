/**
 * The deposit addresses that are checked on a chain that is not their payment's: the same address
 * can be paid there, and swept there, because it does not commit to the chain.
 */
import type { Pool, PoolClient } from 'pg'
import type { Address } from 'viem'
import type { DeployedChain } from '../../shared/chain-directory.ts'
import type { Database } from '../../store/database.ts'

export type WatchedStray = { paymentId: string; depositAddress: Address }
/** Base units of a known token at a payment's address, which may be none. */
export type FoundStray = {
  paymentId: string
  token: Address
  asset: string
  decimals: number
  amount: string
}
export type NewStray = Omit<FoundStray, 'decimals'>

/** No row is seen by others later than this after the moment that it carries. */
const commitSecondsMax = 60
/** A payer mistakes the chain when paying; so checks are twice as far apart each time: first this, */
const shortestPauseSeconds = 120
/** and at last this. */
const longestPauseSeconds = 7 * 24 * 60 * 60
/** The pause while something lies there, so that its sweep is seen soon. */
const pauseAtStraysSeconds = 300

/**
 * Enlists new payments, the oldest first: those of the same network whose chain derives the same
 * addresses.
 */
export async function enlistStrays(
  pool: Pool,
  { name, network, depositFactory, depositImplementation }: DeployedChain,
  limit: number,
): Promise<void> {
  const known = await pool.query<{ since: string; others: string[] }>({
    name: 'strays-known',
    text: `select (select coalesce(max(created_at) - $2 * interval '1 second', '-infinity')::text
        from stray_watch where blockchain = $1) as since,
      array(select blockchain from chain_deployment
        where blockchain <> $1 and deposit_factory = $3 and deposit_implementation = $4) as others`,
    values: [name, commitSecondsMax, depositFactory, depositImplementation],
  })
  const { since, others } = known.rows[0]!
  // Alone, a chain would look through all payments, again in each round.
  if (!others.length) return
  // Without a name it is planned with these very values, and so by the index of `created_at`.
  await pool.query(
    `with unwatched as materialized (
       select p.id, p.created_at from payment p
       where p.blockchain = any($2) and p.network = $3 and p.created_at > $4
         and not exists (select from stray_watch w where w.blockchain = $1 and w.payment_id = p.id)
       order by p.created_at, p.id limit $5)
     insert into stray_watch (blockchain, payment_id, created_at, check_at)
     select $1, id, created_at, now() from unwatched on conflict do nothing`,
    [name, others, network, since, limit],
  )
}

export async function findDueStrays(
  pool: Pool,
  blockchain: string,
  limit: number,
): Promise<WatchedStray[]> {
  const { rows } = await pool.query<WatchedStray>({
    name: 'strays-due',
    text: `select w.payment_id as "paymentId", p.deposit_address as "depositAddress"
      from stray_watch w join payment p on p.id = w.payment_id
      where w.blockchain = $1 and w.check_at <= now() order by w.check_at limit $2`,
    values: [blockchain, limit],
  })
  return rows
}

/** Stores what lies there now; returns what was not known before. */
export async function storeStrays(
  client: PoolClient,
  blockchain: string,
  found: FoundStray[],
): Promise<NewStray[]> {
  const { rows } = await client.query<NewStray & { isNew: boolean }>({
    name: 'strays-store',
    text: `with found as materialized (
        select t.*, exists (select from stray_deposit s where s.blockchain = $1
          and s.payment_id = "paymentId" and s.token = t.token) as is_known
        from jsonb_to_recordset($2) as t("paymentId" text, token text, asset text, decimals int,
          amount numeric)),
      stored as (
        insert into stray_deposit (blockchain, payment_id, token, asset, decimals, amount, seen_at)
        select $1, "paymentId", token, asset, decimals, amount, now() from found where amount > 0 or is_known
        on conflict (blockchain, payment_id, token) do update set amount = excluded.amount,
          asset = excluded.asset, decimals = excluded.decimals
        returning payment_id, token, asset, amount)
      select payment_id as "paymentId", stored.token, stored.asset, stored.amount, not is_known as "isNew"
      from stored join found on found."paymentId" = stored.payment_id and found.token = stored.token`,
    values: [blockchain, JSON.stringify(found)],
  })
  return rows.filter(({ isNew }) => isNew).map(({ isNew: _, ...stray }) => stray)
}

/** Records checks, and when the next ones are due. */
export async function recordStrayChecks(
  client: PoolClient,
  blockchain: string,
  paymentIds: string[],
): Promise<void> {
  await client.query({
    name: 'strays-record-checks',
    text: `with checked as materialized (
        select payment_id, now() + interval '1 second' * case
          when exists (select from stray_deposit s where s.blockchain = $1
            and s.payment_id = w.payment_id and s.amount > 0) then $5
          else least($4, greatest($3, extract(epoch from now() - w.created_at))) end as next_at
        from stray_watch w where w.blockchain = $1 and w.payment_id = any($2))
      update stray_watch w set check_at = next_at from checked
      where w.blockchain = $1 and w.payment_id = checked.payment_id`,
    values: [
      blockchain,
      paymentIds,
      shortestPauseSeconds,
      longestPauseSeconds,
      pauseAtStraysSeconds,
    ],
  })
}

/** Makes the watcher of the other chain check the address in its next round. */
export async function requestRecheck(
  { pool }: Pick<Database, 'pool'>,
  blockchain: string,
  paymentId: string,
): Promise<void> {
  await pool.query(
    'update stray_watch set check_at = now() where blockchain = $1 and payment_id = $2',
    [blockchain, paymentId],
  )
}

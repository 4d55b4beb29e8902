/**
 * Subscriptions whose payers' allowance and money the watcher looks at, found by the addresses that
 * occur in logs. So a block costs what happened in it, however many subscriptions there are.
 */
import type { Pool } from 'pg'
import type { Address } from 'viem'
import { endedSubscriptions, openSubscriptions, quoteStatuses } from '../../core/states.ts'

/**
 * What was ended off chain is watched this long, and a draft until its last day: until then it can be approved, or its
 * payer come to money, and anybody activate it.
 */
const cancelledWatchDays = 30

/** `days` is the place of `cancelledWatchDays` among the values. */
const isWatched = (days: string): string =>
  `(status not in (${quoteStatuses(endedSubscriptions)})
    or (status = 'Cancelled' and snapshot->'context'->>'isCancelledOnChain' = 'false'
      and (updated_at > now() - ${days} * interval '1 day'
        or (charges_made = 0 and (snapshot->'context'->>'activateUntil')::timestamptz > now()))))`

/** A round tells so many drafts that they are outrun; the next one tells more. */
const outrunAtOnceMax = 100

/** The payer's money may be what it lacks: the condition of the index `subscription_waiting`. */
const isWaiting = `(phase = 'Overdue' or is_at_risk or reason is not null
  or (status = 'Draft' and allowance <> 0))`

/** Finds those of these contracts that are subscriptions here, ended ones included. */
export const findKnownContracts = (
  pool: Pool,
  blockchain: string,
  contracts: readonly Address[],
): Promise<Set<Address>> =>
  findContracts(pool, contracts, {
    name: 'chain-known-contracts',
    text: 'select id from subscription where id = any($2) and blockchain = $1',
    values: [blockchain, contracts],
  })

/** Finds those of these contracts that a payer may still allow something. */
export const findWatchedContracts = (
  pool: Pool,
  blockchain: string,
  contracts: readonly Address[],
): Promise<Set<Address>> =>
  findContracts(pool, contracts, {
    name: 'chain-watched-contracts',
    text: `select id from subscription where id = any($2) and blockchain = $1 and ${isWatched('$3')}`,
    values: [blockchain, contracts, cancelledWatchDays],
  })

async function findContracts(
  pool: Pool,
  contracts: readonly Address[],
  query: { name: string; text: string; values: unknown[] },
): Promise<Set<Address>> {
  if (!contracts.length) return new Set()
  const { rows } = await pool.query<{ id: Address }>(query)
  return new Set(rows.map(({ id }) => id))
}

/** Finds those of these addresses that are payers whose money is waited for. */
export async function findWaitingPayers(
  pool: Pool,
  blockchain: string,
  addresses: readonly Address[],
): Promise<Address[]> {
  if (!addresses.length) return []
  const { rows } = await pool.query<{ payer: Address }>({
    name: 'chain-waiting-payers',
    text: `select distinct payer from subscription
      where blockchain = $1 and payer = any($2) and ${isWaiting}`,
    values: [blockchain, addresses],
  })
  return rows.map(({ payer }) => payer)
}

/** A subscription that waits for its payer's money knows this of it, in base units. */
export type WaitingSubscription = {
  contractAddress: Address
  payer: Address
  token: Address
  phase: string
  amount: string
  balance: string
  reason: string | null
}

/** Loads the subscriptions of these payers that wait for money. */
export async function loadWaiting(
  pool: Pool,
  blockchain: string,
  payers: readonly Address[],
): Promise<WaitingSubscription[]> {
  if (!payers.length) return []
  const { rows } = await pool.query<WaitingSubscription>({
    name: 'chain-waiting-subscriptions',
    text: `select id as "contractAddress", payer, token, phase, amount::text, reason,
        snapshot->'context'->>'balance' as balance
      from subscription
      where blockchain = $1 and payer = any($2) and ${isWaiting} and ${isWatched('$3')}`,
    values: [blockchain, payers, cancelledWatchDays],
  })
  return rows
}

/**
 * Finds those of these contracts, or of all, whose draft waited for money already when another one's payer had agreed
 * that was charged since. What was approved after that was meant beside it.
 */
export async function findOutrunDrafts(
  pool: Pool,
  blockchain: string,
  contracts: readonly string[] | null,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'drafts-outrun',
    text: `select d.id from subscription d
      where d.blockchain = $1 and d.status = 'Draft' and d.reason = 'InsufficientBalance'
        and ($2::text[] is null or d.id = any($2))
        and exists (select from subscription o
          where o.merchant_id = d.merchant_id and o.network = d.network and o.customer_id = d.customer_id
            and o.plan_id = d.plan_id and o.id <> d.id and o.charges_made > 0
            and (o.snapshot->'context'->>'agreedAt')::timestamptz
              > (d.snapshot->'context'->>'waitsSince')::timestamptz)
      limit $3`,
    values: [blockchain, contracts, outrunAtOnceMax],
  })
  return rows.map(({ id }) => id)
}

/**
 * Lists the addresses that a narrow filter has to name: contracts, their payers, live deposit
 * addresses, and those whose money a reorganisation took away: it may come again, and is to be read then however old
 * the address is; null where these are more than `limit`.
 */
export async function loadWatchedAddresses(
  pool: Pool,
  blockchain: string,
  limit: number,
): Promise<Address[] | null> {
  const { rows } = await pool.query<{ address: Address }>({
    name: 'chain-watched-addresses',
    text: `(select unnest(array[id, payer]) as address from (
        select id, payer from subscription
        where blockchain = $1 and status in (${quoteStatuses(openSubscriptions)}) limit $2) as s)
      union
      (select deposit_address from deposit_watch
        where blockchain = $1 and read_up_to is null limit $2)
      union
      (select distinct p.deposit_address from deposit_log d join payment p on p.id = d.payment_id
        where d.blockchain = $1 and d.status = 'Retracting' limit $2)`,
    values: [blockchain, limit + 1],
  })
  return rows.length > limit ? null : rows.map(({ address }) => address)
}

/** Stores how far the chain is with each nonce lane, and what holds the lane up. */
import type { Pool, PoolClient } from 'pg'
import { quoteStatuses, sentTransactions } from '../../core/states.ts'
import type { Network } from '../../shared/network.ts'
import type { LaneState, LowestNonce } from './lane-trouble.ts'
import type { LaneKey } from './nonce-lanes.ts'

export type KnownLane = LaneKey & {
  next: number
  heldUpBy: string | null
  merchantId: string
  network: Network
}

/**
 * Finds the lanes of a chain with something on its way, and those in which something was not mined at
 * their last check; with `signedWithinADay`, also lanes that signed something within a day, mined or not.
 */
export async function findBusyLanes(
  pool: Pool,
  blockchain: string,
  { signedWithinADay }: { signedWithinADay: boolean },
): Promise<KnownLane[]> {
  const { rows } = await pool.query<KnownLane>({
    name: 'chain-busy-lanes',
    text: `select l.blockchain, l.wallet, l.next_nonce as next, l.held_up_by as "heldUpBy",
        w.merchant_id as "merchantId", w.network
      from nonce_lane l join gas_wallet w on w.blockchain = l.blockchain and w.address = l.wallet
      where l.blockchain = $1 and (l.mined_nonce is null or l.mined_nonce < l.next_nonce
        or l.held_up_by is not null
        or exists (select 1 from transaction t where t.blockchain = l.blockchain
          and t.wallet = l.wallet and t.status in (${quoteStatuses(sentTransactions)}))
        or $2 and exists (select 1 from signed_transaction s where s.blockchain = l.blockchain
          and s.wallet = l.wallet and s.nonce >= l.next_nonce - 64
          and s.signed_at > now() - interval '1 day'))`,
    values: [blockchain, signedWithinADay],
  })
  return rows
}

/** Reads what is stored of a lane above what the chain has mined. */
export async function readLaneState(
  connection: Pool | PoolClient,
  { blockchain, wallet }: LaneKey,
  next: number,
  mined: number,
): Promise<LaneState> {
  const { rows } = await connection.query<{
    lowest: LowestNonce | null
    finalCount: number
    orphanCount: number
  }>({
    name: 'chain-lane-state',
    text: `with live as (
        select s.nonce, t.status, s.signed_at from signed_transaction s
        left join transaction t on t.id = s.transaction_id
        where s.blockchain = $1 and s.wallet = $2 and s.nonce >= $3 and s.nonce < $4
          and s.set_aside is null)
      select
        (select json_build_object('nonce', nonce, 'status', status,
            'ageMs', extract(epoch from now() - signed_at) * 1000)
          from live order by nonce, signed_at desc limit 1) as lowest,
        (select count(distinct nonce)::int from live where status = 'Final') as "finalCount",
        (select count(*)::int from transaction t where t.blockchain = $1 and t.wallet = $2
          and t.status in (${quoteStatuses(sentTransactions)}) and t.id in (
            select transaction_id from signed_transaction s
            where s.blockchain = $1 and s.wallet = $2
            group by transaction_id having bool_and(set_aside is not null)
              and max(signed_at) > now() - interval '30 days')) as "orphanCount"`,
    values: [blockchain, wallet, mined, next],
  })
  return { next, mined, ...rows[0]! }
}

/** Records a check of a lane, and since when the lane is held up. */
export async function recordCheck(
  pool: Pool,
  { blockchain, wallet }: LaneKey,
  mined: number,
  heldUpBy: string | null,
): Promise<void> {
  await pool.query({
    name: 'chain-record-check',
    text: `update nonce_lane set mined_nonce = $3, checked_at = now(), held_up_by = $4,
        held_up_since = case when $4::text is null then null
          when held_up_by is null then present.moment else held_up_since end
      from (select now() as moment) as present where blockchain = $1 and wallet = $2`,
    values: [blockchain, wallet, mined, heldUpBy?.slice(0, 500) ?? null],
  })
}

/** Records how a lane was mended. */
export async function recordHealing(
  client: PoolClient,
  { blockchain, wallet }: LaneKey,
  healedBy: string,
): Promise<void> {
  await client.query({
    name: 'chain-record-healing',
    text: `update nonce_lane set healed_by = $3, healed_at = now(), held_up_by = null,
        held_up_since = null where blockchain = $1 and wallet = $2`,
    values: [blockchain, wallet, healedBy.slice(0, 500)],
  })
}

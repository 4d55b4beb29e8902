/**
 * Reads what decides whether a merchant's transactions on a chain go out: the gas wallet, the price of gas, the limits.
 */
import type { Owner } from '../../../shared/owner.ts'
import type { Database } from '../../database.ts'

/** Amounts in wei; null where it was not measured, or there is no limit. */
export type GasReading = {
  wallet: string
  balance: string | null
  chargesLeft: number | null
  daysLeft: number | null
  /** The most that would be offered for a unit of gas now. */
  pricePerGas: string | null
  perCharge: string | null
  perDay: string | null
  sharePercent: string | null
  /** Within 24 hours. */
  spent: string
}

/** Reads it for one chain; null where the merchant has no gas wallet there. */
export async function readGas(
  { pool }: Pick<Database, 'pool'>,
  { merchantId, network }: Owner,
  blockchain: string,
): Promise<GasReading | null> {
  const { rows } = await pool.query<GasReading>(
    `select w.address as wallet, w.balance::text,
       (g.snapshot->'context'->>'chargesLeft')::int as "chargesLeft",
       (g.snapshot->'context'->>'daysLeft')::int as "daysLeft",
       p.worst_wei::text as "pricePerGas", l.wei_per_charge::text as "perCharge",
       l.wei_per_day::text as "perDay", trim_scale(l.share_percent)::text as "sharePercent",
       coalesce((select sum(wei) from gas_spent s where s.blockchain = w.blockchain
         and s.wallet = w.address and s.at > now() - interval '24 hours'), 0)::text as spent
     from gas_wallet w
     left join gaswallet g on g.id = w.address
     left join gas_price p on p.blockchain = w.blockchain
     left join gas_limit l on l.merchant_id = w.merchant_id and l.network = w.network
       and l.blockchain = w.blockchain
     where w.merchant_id = $1 and w.network = $2 and w.blockchain = $3 limit 1`,
    [merchantId, network, blockchain],
  )
  return rows[0] ?? null
}

/** A request to the chain that waits. `triedAgainAt` is real time. */
export type WaitingRequest = { waitsFor: string | null; attempts: number; triedAgainAt: string }

/** Finds the newest request of an actor to its chain that has not been done yet. */
export async function findWaitingRequest(
  { pool }: Pick<Database, 'pool'>,
  { kind, id, merchantId, network }: { kind: string; id: string } & Owner,
  blockchain: string,
): Promise<WaitingRequest | null> {
  const { rows } = await pool.query<WaitingRequest>(
    `select waits_for as "waitsFor", attempts,
       to_char(available_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "triedAgainAt"
     from outbox where channel = 'chain' and lane = $1 and kind = $2 and entity_id = $3
       and merchant_id = $4 and network = $5 order by at desc limit 1`,
    [`${blockchain}/${merchantId}`, kind, id, merchantId, network],
  )
  return rows[0] ?? null
}

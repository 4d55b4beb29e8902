/** When the gas wallets of a merchant run out, by the charges that are to come: all of them, whoever asks about which. */
import type { Pool } from 'pg'
import type { Owner } from '../../../shared/owner.ts'
import {
  chargeableSubscriptions,
  pausedSubscriptions,
  quoteStatuses,
} from '../../../core/states.ts'
import { askAtLarge } from '../large-query.ts'
import { numbered } from '../query-parameters.ts'
import { addGround, dueAt, type ForecastGround, plannedSubscriptions } from './planned.ts'

/** For each chain on which it does, the moment of the first charge that the gas does not pay for, as it is stored. */
export type GasEnds = ReadonlyMap<string, string>

/**
 * Reads the moment of the first charge of each chain that its gas may not pay for. Where there cannot be so many charges in
 * the window, counted as if every subscription were charged each day since the earliest is due, they are not put in order.
 */
export async function readGasEnds(
  pool: Pool,
  owner: Owner,
  { payers: _, ...ground }: ForecastGround,
): Promise<GasEnds> {
  const limited = ground.gas.filter(({ chargesLeft }) => chargesLeft !== null && chargesLeft > 0)
  if (!limited.length) return new Map()
  const { values, value } = numbered()
  const placed = addGround(owner, ground, value)
  const rows = await askAtLarge<{ blockchain: string; at: Date | null }>(
    pool,
    `with ${plannedSubscriptions(placed)},
    gas as (select * from unnest(${value(limited.map(({ blockchain }) => blockchain))}::text[],
      ${value(limited.map(({ chargesLeft }) => chargesLeft))}::bigint[]) as one (blockchain, charges_left))
    select gas.blockchain, ends.at from gas
    cross join lateral (
      select count(*) as subscriptions, min(s.next_charge_at) as first_at from subscription s
      where ${placed.ownedBy} and s.blockchain = gas.blockchain
        and s.status in (${quoteStatuses(chargeableSubscriptions)})) one
    cross join lateral (
      select count(*) as subscriptions from subscription s
      where ${placed.ownedBy} and s.blockchain = gas.blockchain
        and s.status in (${quoteStatuses(pausedSubscriptions)})) paused
    cross join lateral (
      select at from (
        select ${dueAt} as at from (select *, generate_series(0, charges - 1) as n from planned
          where planned.blockchain = gas.blockchain) one) each_one
      where charges_left < (one.subscriptions + paused.subscriptions)
        * (2 + date_part('day', ${placed.until}::timestamptz - least(${placed.now}, one.first_at)::timestamptz))
      order by at offset charges_left limit 1) ends`,
    values,
  )
  return new Map(rows.map(({ blockchain, at }) => [blockchain, new Date(at!).toISOString()]))
}

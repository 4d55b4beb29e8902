/** Counts the pending work: everything that business time has caused and that has not happened yet. */
import { heldBackReasons } from '../core/reasons/wait-reasons.ts'
import { isDown } from './engine/sending-rows.ts'
import {
  deliveriesOnTheirWay,
  quoteStatuses,
  takenTransactions,
  unendedTransactions,
} from '../core/states.ts'
import type { Database } from './database.ts'
import { parkedUntil } from './engine/stuck-effects.ts'
import type { DestinationKey } from './waiting-deliveries.ts'

export type PendingWork = {
  timers: number
  messages: number
  /** Payments that the watcher does not watch yet, and transfers that it has still to report. */
  deposits: number
  chain: number
  events: number
  webhooks: number
  /** Transactions that no node has accepted yet. */
  unsentTransactions: number
  /** Transactions that the nodes have, and that are not final: mining helps. */
  transactions: number
}

/** The confirmations that a transfer needs, by chain. */
export type Confirmations = { blockchain: string; confirmations: number }[]

/** A parked row happens when an operator says so. */
const isNotParked = `available_at < '${parkedUntil}'`

/**
 * Counts the pending work by its kind. Webhooks behind a delivery that waits for its retry do not
 * count, nor do those to the destinations `notWaitedFor`, those of one that is down, and its probes:
 * nobody knows when it answers again.
 */
export async function countPendingWork(
  database: Database,
  now: Date,
  confirmations: Confirmations,
  notWaitedFor: DestinationKey[] = [],
): Promise<PendingWork> {
  const { rows } = await database.pool.query<Record<keyof PendingWork, number>>({
    name: 'count-pending-work',
    text: `with watched as (
        select * from json_to_recordset($3) as c(blockchain text, confirmations int))
      select
      (select count(*)::int from timer where due_at <= $1::timestamptz) as timers,
      (select count(*)::int from outbox where channel = 'actor' and ${isNotParked}) as messages,
      (select count(*)::int from payment p join watched using (blockchain)
        where not exists (select 1 from deposit_watch w where w.payment_id = p.id))
      + (select count(*)::int from deposit_log d
          join chain_cursor c using (blockchain) join watched using (blockchain)
        where d.status in ('Seen', 'Retracting', 'Reported')
          and (d.status <> 'Reported' or c.block_number - d.block_number + 1 >= confirmations)
      ) as deposits,
      (select count(*)::int from outbox where channel = 'chain' and ${isNotParked}
        and not coalesce(waits_for = any($2), false)) as chain,
      (select count(*)::int from outbox where channel = 'event' and ${isNotParked}) as events,
      (select count(*)::int from outbox o where channel = 'webhook' and name <> 'probe'
        and not exists (select 1 from unnest($4::text[], $5::text[]) as slow(endpoint_id, api_key)
          where slow.endpoint_id = o.payload->>'endpointId' and slow.api_key = o.payload->>'apiKey')
        and (name <> 'sendWebhook' or (
          exists (select 1 from delivery d where d.id = o.entity_id
            and d.status in (${quoteStatuses(deliveriesOnTheirWay)}))
          and not exists (
            select 1 from delivery d where d.lane = o.lane and d.status = 'Retrying'
              and d.sequence < (o.payload->>'sequence')::int)
          and not ${isDown("o.payload->>'endpointId'", "o.payload->>'apiKey'")}
        ))) as webhooks,
      (select count(*)::int from transaction
        where status in (${quoteStatuses(unendedTransactions)}) and phase <> 'Unfunded'
          and status not in (${quoteStatuses(takenTransactions)})) as "unsentTransactions",
      (select count(*)::int from transaction
        where status in (${quoteStatuses(takenTransactions)})) as transactions`,
    values: [
      now.toISOString(),
      heldBackReasons,
      JSON.stringify(confirmations),
      notWaitedFor.map(({ endpointId }) => endpointId),
      notWaitedFor.map(({ apiKey }) => apiKey),
    ],
  })
  return rows[0]!
}

/** Records anomalies for the operator: messages that were unexpected, or that no turn could take. */
import type { Message } from '../shared/message.ts'
import { anomaliesTotal } from '../shared/metrics/counted.ts'
import type { Database } from './database.ts'

/** Records a message as an anomaly and deletes its outbox row, in one commit. */
export async function recordAnomaly(
  database: Database,
  message: Message,
  anomaly: { state: string; reason: string; at: Date },
): Promise<void> {
  anomaliesTotal.inc({ what: 'unexpected' })
  await database.pool.query({
    name: 'record-anomaly',
    text: `with gone as (delete from outbox where id = $1)
      insert into anomaly (message_id, kind, entity_id, merchant_id, network, event, state, reason, at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (message_id) do nothing`,
    values: [
      message.id,
      message.kind,
      message.entityId,
      message.merchantId,
      message.network,
      JSON.stringify(message.event),
      anomaly.state,
      anomaly.reason.slice(0, 2000),
      anomaly.at.toISOString(),
    ],
  })
}

/** The most forged messages that the table holds, until an operator has resolved them. */
const forgedMax = 1_000
const forgedEventBytesMax = 4 * 1024

/**
 * Records a forged message. No outbox row is deleted, because a true message may have its id; an
 * anomaly of that id stays as it is. Past a thousand nothing is recorded, so that nobody can fill
 * the table.
 */
export async function recordForgery(
  database: Database,
  message: Message,
  anomaly: { state: string; reason: string; at: Date },
): Promise<void> {
  anomaliesTotal.inc({ what: 'forged' })
  const event = JSON.stringify(message.event)
  await database.pool.query({
    name: 'record-forgery',
    text: `with forged as materialized (
        select $1 as message_id, $2 as kind, $3 as entity_id, $4 as merchant_id, $5 as network, $6::jsonb as event,
          $7 as state, $8 as reason, $9::timestamptz as at
        where (select count(*) from (select 1 from anomaly
          where is_forged and resolved_at is null limit ${forgedMax}) kept) < ${forgedMax}
          and not exists (select 1 from anomaly where message_id = $10))
      insert into anomaly (message_id, kind, entity_id, merchant_id, network, event, state, reason, at, is_forged)
      select forged.*, true from forged on conflict (message_id) do nothing`,
    values: [
      `forged/${message.id.slice(0, 300)}`,
      message.kind,
      message.entityId,
      message.merchantId,
      message.network,
      event.length <= forgedEventBytesMax
        ? event
        : JSON.stringify({ type: message.event.type.slice(0, 100), isCutOff: true }),
      anomaly.state,
      anomaly.reason.slice(0, 2000),
      anomaly.at.toISOString(),
      message.id,
    ],
  })
}

/** Records anomalies for the operator: messages that were unexpected, or that no turn could take. */
import type { Pool, PoolClient } from 'pg'
import type { Message } from '../../shared/message.ts'
import { anomaliesTotal } from '../../shared/metrics/counted.ts'
import { businessTimeSql } from '../clock-follower.ts'
import type { Database } from '../database.ts'

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

/** An anomaly that no message caused: what is known of an actor, and why it is wrong. */
export type Note = Pick<Message, 'id' | 'kind' | 'entityId' | 'merchantId' | 'network'> & {
  event: { type: string } & Record<string, unknown>
  reason: string
}

/**
 * Notes an anomaly, once for each id. One that a person has resolved is open again if it is about something else now; one that
 * was over by itself, whatever it is about: its event says that it was over, so it differs. `mayBeAhead`: whether its moment
 * is that of the test clock.
 * @returns whether it is new
 */
export async function recordNote(
  queries: Pick<Pool, 'query'>,
  { id, kind, entityId, merchantId, network, event, reason }: Note,
  mayBeAhead: boolean,
): Promise<boolean> {
  const { rowCount } = await queries.query(
    `with present as materialized (select ${businessTimeSql('$8')} as moment)
     insert into anomaly as known (message_id, kind, entity_id, merchant_id, network, event, state, reason, at)
     select $1, $2, $3, $4, $5, $6::jsonb, '', $7, moment from present on conflict (message_id) do update
     set event = excluded.event, reason = excluded.reason, at = excluded.at, resolved_at = null
     where known.resolved_at is not null and known.event <> excluded.event`,
    [id, kind, entityId, merchantId, network, JSON.stringify(event), reason, mayBeAhead],
  )
  return rowCount === 1
}

/**
 * Resolves noted anomalies that are over by themselves; also marks as over those that a person had resolved before, because
 * what is noted afterwards is new. `mayBeAhead` as for `recordNote`.
 */
export async function resolveNoted(
  client: PoolClient,
  ids: string[],
  mayBeAhead: boolean,
): Promise<void> {
  await client.query({
    name: 'forget-doubts',
    text: `update anomaly set resolved_at = coalesce(resolved_at, ${businessTimeSql('$2')}), event = event || '{"isOver": true}'
      where message_id = any($1) and not event ? 'isOver'`,
    values: [ids, mayBeAhead],
  })
}

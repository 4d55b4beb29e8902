/**
 * Writes events into the log of one merchant and network. The lock of the counter makes relays go
 * one after another, so log numbers are consecutive and visible in their order. One commit holds the
 * log, the messages that create deliveries and the end of the outbox rows, so a relay may be killed
 * at any moment.
 */
import type { PoolClient } from 'pg'
import { derivedId } from '../shared/ids.ts'
import type { Message } from '../shared/message.ts'
import type { Owner } from '../shared/owner.ts'
import type { Database } from '../store/database.ts'
import { enqueueMessages } from '../store/outbox.ts'
import { runInOneCommit } from '../store/commit.ts'
import { buildBody } from '../webhooks/catalogue.ts'
import { type LoggedEvent, planDeliveries } from '../webhooks/deliveries.ts'
import { type EventRow, takeEvents } from './event-queue.ts'

type Targets = { endpointId: string | null; apiKeys: string[] }

/** Logs about `limit` events; returns how many, and the messages to publish. */
export async function logEvents(
  database: Database,
  owner: Owner,
  limit: number,
): Promise<{ events: number; messages: Message[] }> {
  return runInOneCommit(database.pool, async (client) => {
    const lastLogNumber = await lockCounter(client, owner)
    const rows = await takeEvents(client, owner, limit)
    await insertEvents(client, owner, rows, lastLogNumber)
    const { endpointId, apiKeys } = await findTargets(client, owner)
    const messages = endpointId
      ? rows.flatMap((row) => planDeliveries(toLogged(row), endpointId, apiKeys, row.cause))
      : []
    await enqueueMessages(client, messages)
    return { events: rows.length, messages }
  })
}

async function lockCounter(client: PoolClient, owner: Owner): Promise<number> {
  const { merchantId, network } = owner
  await client.query(
    `insert into event_counter (merchant_id, network, last_log_number) values ($1, $2, 0)
     on conflict do nothing`,
    [merchantId, network],
  )
  const { rows } = await client.query<{ lastLogNumber: number }>(
    `select last_log_number as "lastLogNumber" from event_counter where merchant_id = $1 and network = $2
     for update`,
    [merchantId, network],
  )
  return rows[0]!.lastLogNumber
}

async function insertEvents(
  client: PoolClient,
  { merchantId, network }: Owner,
  rows: EventRow[],
  lastLogNumber: number,
): Promise<void> {
  const events = rows.map((row) => ({ ...toLogged(row), cause: row.cause, payload: row.payload }))
  await client.query({
    name: 'event-insert',
    text: `insert into merchant_event (merchant_id, network, log_number, event_id, event_type,
        resource_kind, resource_id, sequence, body, at)
      select $1, $2, $3 + place, event_id, event_type, resource_kind, resource_id, sequence, body, at
      from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::int[], $9::text[],
        $10::timestamptz[]) with ordinality as logged(event_id, event_type, resource_kind,
        resource_id, sequence, body, at, place)`,
    values: [
      merchantId,
      network,
      lastLogNumber,
      events.map(({ eventId }) => eventId),
      events.map(({ eventType }) => eventType),
      events.map(({ resourceKind }) => resourceKind),
      events.map(({ resourceId }) => resourceId),
      events.map(({ sequence }) => sequence),
      events.map(buildBody),
      events.map(({ at }) => at),
    ],
  })
  await client.query(
    'update event_counter set last_log_number = $3 where merchant_id = $1 and network = $2',
    [merchantId, network, lastLogNumber + rows.length],
  )
}

async function findTargets(client: PoolClient, { merchantId, network }: Owner): Promise<Targets> {
  const { rows } = await client.query<Targets>(
    `select
      (select id from webhook_endpoint where merchant_id = $1 and network = $2) as "endpointId",
      array(select name from api_key where merchant_id = $1 and network = $2
        order by created_at, name) as "apiKeys"`,
    [merchantId, network],
  )
  return rows[0]!
}

function toLogged({ id, at, merchantId, network, payload }: EventRow): LoggedEvent {
  const { eventType, resourceKind, resourceId, sequence } = payload
  const eventId = derivedId(at, id)
  return { eventId, eventType, merchantId, network, resourceKind, resourceId, sequence, at }
}

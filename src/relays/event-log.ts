/**
 * Writes events into the log of one merchant and network. The lock of the counter makes relays go
 * one after another, so log numbers are consecutive and visible in their order. One commit holds the
 * log, the messages that create deliveries and the end of the outbox rows, so a relay may be killed
 * at any moment.
 */
import type { PoolClient } from 'pg'
import { placedId } from '../shared/ids.ts'
import type { Message } from '../shared/message.ts'
import type { Owner } from '../shared/owner.ts'
import type { Database } from '../store/database.ts'
import { enqueueMessages } from '../store/outbox.ts'
import { runInOneCommit } from '../store/commit.ts'
import { writeIntoPartitions } from '../store/partitions/partitions.ts'
import { findTargets } from '../store/views/redeliveries.ts'
import { buildBody } from '../webhooks/catalogue.ts'
import { type LoggedEvent, planDeliveries } from '../store/planned-deliveries.ts'
import { type EventRow, takeEvents } from './event-queue.ts'

type NewEvent = LoggedEvent & Pick<EventRow, 'cause' | 'payload'>

/** Logs about `limit` events; returns how many, the newest of them, and the messages to publish. */
export async function logEvents(
  database: Database,
  owner: Owner,
  limit: number,
): Promise<{ events: number; newest: string | null; messages: Message[] }> {
  let events: NewEvent[] = []
  const log = async (client: PoolClient) => {
    const lastLogNumber = await lockCounter(client, owner)
    const rows = await takeEvents(client, owner, limit)
    events = rows.map((row, index) => toLogged(row, lastLogNumber + index + 1))
    await insertEvents(client, owner, events)
    const { endpointId, apiKeys } = await findTargets(client, owner)
    const messages = endpointId
      ? events.flatMap((event) => planDeliveries(event, endpointId, apiKeys, event.cause))
      : []
    await enqueueMessages(client, messages)
    return { events: rows.length, newest: events.at(-1)?.eventId ?? null, messages }
  }
  return writeIntoPartitions(
    database.pool,
    () => events.map(({ at }) => at),
    () => runInOneCommit(database.pool, log),
  )
}

async function lockCounter(client: PoolClient, owner: Owner): Promise<number> {
  const { merchantId, network } = owner
  const lock = {
    name: 'event-counter-lock',
    text: `select last_log_number as "lastLogNumber" from event_counter
      where merchant_id = $1 and network = $2 for update`,
    values: [merchantId, network],
  }
  const { rows } = await client.query<{ lastLogNumber: number }>(lock)
  if (rows[0]) return rows[0].lastLogNumber
  await client.query(
    `insert into event_counter (merchant_id, network, last_log_number) values ($1, $2, 0)
     on conflict do nothing`,
    [merchantId, network],
  )
  const begun = await client.query<{ lastLogNumber: number }>(lock)
  return begun.rows[0]!.lastLogNumber
}

async function insertEvents(
  client: PoolClient,
  { merchantId, network }: Owner,
  events: NewEvent[],
): Promise<void> {
  const last = events.at(-1)
  if (!last) return
  await client.query({
    name: 'event-insert',
    text: `with counted as (
        update event_counter set last_log_number = $11 where merchant_id = $1 and network = $2)
      insert into merchant_event (merchant_id, network, log_number, event_id, event_type,
        resource_kind, resource_id, sequence, body, at)
      select $1, $2, * from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::text[],
        $8::int[], $9::text[], $10::timestamptz[])`,
    values: [
      merchantId,
      network,
      events.map(({ logNumber }) => logNumber),
      events.map(({ eventId }) => eventId),
      events.map(({ eventType }) => eventType),
      events.map(({ resourceKind }) => resourceKind),
      events.map(({ resourceId }) => resourceId),
      events.map(({ sequence }) => sequence),
      events.map(buildBody),
      events.map(({ at }) => at),
      last.logNumber,
    ],
  })
}

/** Gives an event its place in the log, and an id that sorts by it among those of one millisecond. */
function toLogged(row: EventRow, logNumber: number): NewEvent {
  const { id, at, merchantId, network, payload, cause } = row
  const { eventType, resourceKind, resourceId, sequence } = payload
  const resource = { eventType, resourceKind, resourceId, sequence }
  const eventId = placedId(at, logNumber, id)
  return { eventId, logNumber, merchantId, network, ...resource, at, payload, cause }
}

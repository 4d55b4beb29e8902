/**
 * Writes events into the logs of many merchants and networks, in one commit. Whoever holds the lock of a
 * counter logs for its owner, and who comes meanwhile leaves that owner out; so log numbers are consecutive
 * and visible in their order, and relays never wait for each other. The commit holds the logs, the messages
 * that create deliveries and the end of the outbox rows, so a relay may be killed at any moment.
 */
import type { PoolClient } from 'pg'
import { eventIdOf, idWithoutSteps } from '../../core/events/event-id.ts'
import type { Message } from '../../shared/message.ts'
import { ownerKey, type Owner } from '../../shared/owner.ts'
import { integerArray, ownerArrays, textArray } from '../binary-array.ts'
import type { Database } from '../database.ts'
import { isInKnownPlace } from './epochs.ts'
import { enqueueMessages } from '../engine/outbox.ts'
import { runInOneCommit } from '../commit.ts'
import { writeIntoPartitions } from '../partitions/partitions.ts'
import { findTargetsOf } from '../views/redeliveries.ts'
import { buildBody } from '../../core/events/catalogue.ts'
import { type PlannedEvent, planDeliveries } from '../planned-deliveries.ts'
import { type EventRow, takeEvents } from '../engine/event-queue.ts'

type NewEvent = PlannedEvent & Pick<EventRow, 'cause' | 'payload'>

/** Describes what was logged of one owner: how many events, the newest of them, and the messages to publish. */
export type Logged = { owner: Owner; events: number; newest: string; messages: Message[] }

/** The database was restored, or another took its place: no number may be given before an epoch has begun. */
export class UnknownPlaceError extends Error {
  override name = 'UnknownPlaceError'
  override message = 'the database was restored or failed over, and no epoch has begun since'
}

/**
 * Logs about `limitOfEach` events of each of these owners; returns those of whom there were any.
 *
 * @throws UnknownPlaceError
 */
export async function logEvents(
  database: Database,
  owners: Owner[],
  limitOfEach: number,
): Promise<Logged[]> {
  let events: NewEvent[] = []
  const log = async (client: PoolClient) => {
    const counters = await lockCounters(client, owners)
    if (counters.length === 0) return []
    const rows = await takeEvents(client, counters, limitOfEach)
    if (rows.length === 0) return []
    events = toLogged(rows, counters, await findToldIds(client, rows))
    await insertEvents(client, events)
    const logged = await withDeliveries(client, events)
    await enqueueMessages(
      client,
      logged.flatMap(({ messages }) => messages),
    )
    return logged
  }
  return writeIntoPartitions(
    database.pool,
    () => events.map(({ at }) => at),
    () => runInOneCommit(database.pool, log),
  )
}

type Counter = Owner & { lastLogNumber: number }
type LockedCounter = Counter & { isKnown: boolean }

const counterColumns = `merchant_id as "merchantId", network, last_log_number as "lastLogNumber",
        ${isInKnownPlace} as "isKnown"`

/** Locks the counters of those owners for whom nobody else logs now, and begins those that are missing. */
async function lockCounters(client: PoolClient, owners: Owner[]): Promise<Counter[]> {
  const counters = await findCounters(client, owners)
  if (counters.some(({ isKnown }) => !isKnown)) throw new UnknownPlaceError()
  return counters
}

async function findCounters(client: PoolClient, owners: Owner[]): Promise<LockedCounter[]> {
  const values = ownerArrays(owners)
  const asked = 'unnest($1::text[], $2::text[]) as asked(merchant_id, network)'
  const { rows: locked } = await client.query<LockedCounter>({
    name: 'event-counters-lock',
    text: `select ${counterColumns}
      from ${asked} join event_counter using (merchant_id, network)
      for update of event_counter skip locked`,
    values,
  })
  if (locked.length === owners.length) return locked
  // In one order for everybody: two relays that begin the same counters wait for each other at most once.
  const { rows: begun } = await client.query<LockedCounter>({
    name: 'event-counters-begin',
    text: `with begun as (
        insert into event_counter (merchant_id, network, last_log_number)
        select merchant_id, network, 0 from ${asked} order by merchant_id, network
        on conflict do nothing returning *)
      select ${counterColumns} from begun`,
    values,
  })
  return [...locked, ...begun]
}

async function insertEvents(client: PoolClient, events: NewEvent[]): Promise<void> {
  const column = (read: (event: NewEvent) => string) => textArray(events.map(read))
  const number = (read: (event: NewEvent) => number) => integerArray(events.map(read))
  await client.query({
    name: 'events-insert',
    text: `with logged as (
        select * from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[],
          $7::text[], $8::int[], $9::text[], $10::text[]) as t(merchant_id, network, log_number,
          event_id, event_type, resource_kind, resource_id, sequence, body, at)
      ), last as (
        select merchant_id, network, max(log_number) as log_number, clock_timestamp() as moment
        from logged group by 1, 2
      ), counted as (
        update event_counter c set last_log_number = last.log_number, counted_at = last.moment from last
        where c.merchant_id = last.merchant_id and c.network = last.network)
      insert into merchant_event (merchant_id, network, log_number, event_id, event_type,
        resource_kind, resource_id, sequence, body, at)
      select merchant_id, network, log_number, event_id, event_type, resource_kind, resource_id,
        sequence, body, at::timestamptz from logged`,
    values: [
      column(({ merchantId }) => merchantId),
      column(({ network }) => network),
      number(({ logNumber }) => logNumber),
      column(({ eventId }) => eventId),
      column(({ eventType }) => eventType),
      column(({ resourceKind }) => resourceKind),
      column(({ resourceId }) => resourceId),
      number(({ sequence }) => sequence),
      column(buildBody),
      column(({ at }) => at.toISOString()),
    ],
  })
}

/** Plans the deliveries of each owner's events to the endpoint and keys that it has now. */
async function withDeliveries(client: PoolClient, events: NewEvent[]): Promise<Logged[]> {
  const ofOwners = [...Map.groupBy(events, ownerKey).values()]
  const targets = await findTargetsOf(
    client,
    ofOwners.map(([first]) => first!),
  )
  return ofOwners.map((ofOwner, index) => {
    const { merchantId, network, eventId: newest } = ofOwner.at(-1)!
    const { endpointId, apiKeys } = targets[index]!
    const messages = endpointId
      ? ofOwner.flatMap((event) => planDeliveries(event, endpointId, apiKeys, event.cause))
      : []
    return { owner: { merchantId, network }, events: ofOwner.length, newest, messages }
  })
}

/** Finds which ids that do not go by steps the log has already; nobody else logs for these owners meanwhile. */
async function findToldIds(client: PoolClient, rows: EventRow[]): Promise<Set<string>> {
  const ids = rows.flatMap((row) => idWithoutSteps(row) ?? [])
  if (ids.length === 0) return new Set()
  const { rows: told } = await client.query<{ id: string }>({
    name: 'events-told',
    text: 'select event_id as id from merchant_event where event_id = any($1)',
    values: [textArray(ids)],
  })
  return new Set(told.map(({ id }) => id))
}

/** Gives the events their places in the logs of their owners, and their ids. */
function toLogged(rows: EventRow[], counters: Counter[], told: Set<string>): NewEvent[] {
  const last = new Map(counters.map((counter) => [ownerKey(counter), counter.lastLogNumber]))
  return rows.map((row) => {
    const logNumber = last.get(ownerKey(row))! + 1
    last.set(ownerKey(row), logNumber)
    const eventId = eventIdOf({ ...row, logNumber }, (id) => told.has(id))
    told.add(eventId)
    return toEvent(row, logNumber, eventId)
  })
}

function toEvent(row: EventRow, logNumber: number, eventId: string): NewEvent {
  const { at, merchantId, network, payload, cause } = row
  const { eventType, resourceKind, resourceId, sequence } = payload
  const resource = { eventType, resourceKind, resourceId, sequence }
  return { eventId, logNumber, merchantId, network, ...resource, at, payload, cause }
}

/** Reads what sending events again has to know: where to, what is there already, and what is in front. */
import type { Pool, PoolClient } from 'pg'
import type { PhaseOf, StatusOf } from '../../../machines/actors.ts'
import type { EventType } from '../../shared/event-types.ts'
import type { Owner } from '../../shared/owner.ts'
import { ownerArrays } from '../binary-array.ts'
import type { Database } from '../database.ts'
import type { DeliveryCreation, PlannedEvent } from '../planned-deliveries.ts'
import { deliveriesOnTheirWay, quoteStatuses } from '../../core/states.ts'

type Targets = { endpointId: string | null; apiKeys: string[] }

/** Reads the endpoint and the keys that webhooks of the owner go to now. */
export const findTargets = async (client: Pick<Pool, 'query'>, owner: Owner): Promise<Targets> =>
  (await findTargetsOf(client, [owner]))[0]!

/** Reads the endpoint and the keys that webhooks go to now, for each of the owners. */
export async function findTargetsOf(
  client: Pick<Pool, 'query'>,
  owners: Owner[],
): Promise<Targets[]> {
  const { rows } = await client.query<Targets>({
    name: 'event-targets',
    text: `select
      (select id from webhook_endpoint e where e.merchant_id = asked.merchant_id
        and e.network = asked.network) as "endpointId",
      array(select name from api_key k where k.merchant_id = asked.merchant_id
        and k.network = asked.network order by created_at, name) as "apiKeys"
      from unnest($1::text[], $2::text[]) with ordinality as asked(merchant_id, network, n) order by n`,
    values: ownerArrays(owners),
  })
  return rows
}

type Existing = { id: string; status: StatusOf['delivery']; phase: PhaseOf['delivery'] }

/** Reads which of the planned deliveries are there, by id. */
export async function findExisting(
  client: PoolClient,
  { merchantId, network }: Owner,
  planned: DeliveryCreation[],
): Promise<Map<string, Existing>> {
  const { rows } = await client.query<Existing>(
    `select id, status, phase from delivery
     where id = any($1) and merchant_id = $2 and network = $3`,
    [planned.map(({ entityId }) => entityId), merchantId, network],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Finds the first event that is still to arrive before each of the deliveries, by the delivery's id. */
export async function findEarlier(
  client: PoolClient,
  planned: DeliveryCreation[],
): Promise<Map<string, { eventId: string; logNumber: number }>> {
  const inputs = planned.map(({ event: { input } }) => input)
  const { rows } = await client.query<{ id: string; eventId: string; logNumber: number }>(
    `select wanted.id, first.event_id as "eventId", log_number as "logNumber"
     from unnest($1::text[], $2::text[], $3::int[]) as wanted(id, lane, sequence)
     cross join lateral (select event_id from delivery
       where delivery.lane = wanted.lane and delivery.sequence < wanted.sequence
         and delivery.status in (${quoteStatuses(deliveriesOnTheirWay)})
       order by delivery.sequence limit 1) as first
     join merchant_event using (event_id)`,
    [
      inputs.map(({ id }) => id),
      inputs.map(({ lane }) => lane),
      inputs.map(({ sequence }) => sequence),
    ],
  )
  return new Map(rows.map(({ id, ...waitsFor }) => [id, waitsFor]))
}

/** Reads the keys under which the endpoint is down. */
export async function findDownKeys(client: PoolClient, endpointId: string): Promise<Set<string>> {
  const { rows } = await client.query<{ apiKey: string }>(
    `select api_key as "apiKey" from destination where endpoint_id = $1 and status = 'Down'
       and failing_lane is null`,
    [endpointId],
  )
  return new Set(rows.map(({ apiKey }) => apiKey))
}

export type EventRange = {
  /** Log numbers: behind the one, up to and with the other. */
  after: number
  until: number | null
  /** Only events of which a delivery is in this status. */
  status: StatusOf['delivery'] | null
  /** Only events that have not arrived, with the keys of now under which they have not. */
  isUndelivered: boolean
  eventTypes: readonly EventType[]
}

/** An event that is to be sent again, under all keys of now or, where they are named, some of them. */
export type EventToSend = PlannedEvent & { apiKeys?: string[] }

/** Events whose deliveries one call looks at: of millions that have all arrived none is to be sent. */
const lookedAtMax = 10_000

/** Lists the owner's first events of a range, the oldest first, and the log number to go on behind, if any are left. */
export async function listEventsOfRange(
  database: Database,
  owner: Owner,
  range: EventRange,
  limit: number,
): Promise<{ events: EventToSend[]; next: number | null }> {
  const looksAtDeliveries = range.status !== null || range.isUndelivered
  const end = looksAtDeliveries ? await findEnd(database, owner, range) : null
  const events = await selectRange(database, owner, { ...range, until: end ?? range.until }, limit)
  return { events, next: events.length === limit ? events.at(-1)!.logNumber : end }
}

/** Finds the log number up to which one call looks; null where that is the end of the range. */
async function findEnd(
  { pool }: Database,
  { merchantId, network }: Owner,
  { after, until }: EventRange,
): Promise<number | null> {
  const { rows } = await pool.query<{ end: number }>({
    name: 'end-of-range',
    text: `select log_number as "end" from merchant_event
      where merchant_id = $1 and network = $2 and log_number > $3
        and ($4::int is null or log_number < $4)
      order by log_number offset ${lookedAtMax - 1} limit 1`,
    values: [merchantId, network, after, until],
  })
  return rows[0]?.end ?? null
}

/**
 * The owner's deliveries of one event. They are found by the event alone: where statistics are old, Postgres read
 * all of the owner's for each event.
 */
const deliveriesOfEvent = `(select told.* from (select * from delivery
    where delivery.event_id = merchant_event.event_id offset 0) as told
  where told.merchant_id = $1 and told.network = $2) as told`

/**
 * The keys of now under which an event has not arrived: it was to be sent under the key and was not taken, or it
 * has arrived under none at all. One that has arrived is news to no key that was made later.
 */
const keysWithout = `select array(select name from api_key
    where api_key.merchant_id = $1 and api_key.network = $2 and name <> all(arrived)
      and (arrived = '{}' or name = any(missed)) order by created_at, name) as "apiKeys"
  from (select coalesce(array_agg(api_key) filter (where status = 'Delivered'), '{}') as arrived,
      coalesce(array_agg(api_key) filter (where status <> 'Delivered'), '{}') as missed
    from ${deliveriesOfEvent}) as by_status`

async function selectRange(
  { pool }: Database,
  { merchantId, network }: Owner,
  { after, until, status, isUndelivered, eventTypes }: EventRange,
  limit: number,
): Promise<EventToSend[]> {
  const ofOwner = `where merchant_id = $1 and network = $2 and log_number > $3
      and ($4::int is null or log_number <= $4)
      and (cardinality($5::text[]) = 0 or event_type = any($5))`
  const ofStatus = `${loggedEvent} ${ofOwner} and ($7::text is null
      or exists (select from ${deliveriesOfEvent} where status = $7))`
  const undelivered = `${loggedColumns}, "apiKeys" from merchant_event
    cross join lateral (${keysWithout}) as without ${ofOwner} and "apiKeys" <> '{}'`
  const values = [merchantId, network, after, until, [...eventTypes], limit]
  const { rows } = await pool.query<EventToSend & { at: Date | string }>({
    name: isUndelivered ? 'undelivered-of-range' : 'events-of-range',
    text: `${isUndelivered ? undelivered : ofStatus} order by log_number limit $6`,
    values: isUndelivered ? values : [...values, status],
  })
  return rows.map(withDate)
}

/** Finds one event of the owner as it was logged. */
export async function findLoggedEvent(
  { pool }: Database,
  { merchantId, network }: Owner,
  eventId: string,
): Promise<PlannedEvent | null> {
  const { rows } = await pool.query<PlannedEvent & { at: Date | string }>({
    name: 'logged-event',
    text: `${loggedEvent} where merchant_id = $1 and network = $2 and event_id = $3`,
    values: [merchantId, network, eventId],
  })
  return rows[0] ? withDate(rows[0]) : null
}

const loggedColumns = `select event_id as "eventId", log_number as "logNumber",
  event_type as "eventType", merchant_id as "merchantId", network, resource_kind as "resourceKind",
  resource_id as "resourceId", sequence, at`
const loggedEvent = `${loggedColumns} from merchant_event`

/** The pool of the ORM returns moments as the text that Postgres sends. */
const withDate = <Row extends { at: Date | string }>(row: Row): Row & { at: Date } => ({
  ...row,
  at: new Date(row.at),
})

/** What sending events again has to know: where to, what is there already, and what is in front. */
import type { Pool, PoolClient } from 'pg'
import type { PhaseOf, StatusOf } from '../../../machines/actors.ts'
import type { EventType } from '../../shared/event-types.ts'
import type { Owner } from '../../shared/owner.ts'
import { ownerArrays } from '../binary-array.ts'
import type { Database } from '../database.ts'
import type { DeliveryCreation, LoggedEvent } from '../planned-deliveries.ts'
import { deliveriesOnTheirWay, quoteStatuses } from '../states.ts'

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
  eventTypes: readonly EventType[]
}

/** Lists the owner's events of a range, the oldest first. */
export async function listEventsOfRange(
  { pool }: Database,
  { merchantId, network }: Owner,
  { after, until, status, eventTypes }: EventRange,
  limit: number,
): Promise<LoggedEvent[]> {
  const { rows } = await pool.query<LoggedEvent & { at: Date | string }>({
    name: 'events-of-range',
    text: `${loggedEvent} where merchant_id = $1 and network = $2 and log_number > $3
      and ($4::int is null or log_number <= $4)
      and ($5::text is null or exists (select 1 from delivery
        where delivery.event_id = merchant_event.event_id and delivery.merchant_id = $1
          and delivery.network = $2 and delivery.status = $5))
      and (cardinality($6::text[]) = 0 or event_type = any($6))
      order by log_number limit $7`,
    values: [merchantId, network, after, until, status, [...eventTypes], limit],
  })
  return rows.map(withDate)
}

/** Finds one event of the owner as it was logged. */
export async function findLoggedEvent(
  { pool }: Database,
  { merchantId, network }: Owner,
  eventId: string,
): Promise<LoggedEvent | null> {
  const { rows } = await pool.query<LoggedEvent & { at: Date | string }>({
    name: 'logged-event',
    text: `${loggedEvent} where merchant_id = $1 and network = $2 and event_id = $3`,
    values: [merchantId, network, eventId],
  })
  return rows[0] ? withDate(rows[0]) : null
}

const loggedEvent = `select event_id as "eventId", log_number as "logNumber",
  event_type as "eventType", merchant_id as "merchantId", network, resource_kind as "resourceKind",
  resource_id as "resourceId", sequence, at from merchant_event`

/** The pool of the ORM returns moments as the text that Postgres sends. */
const withDate = (row: LoggedEvent & { at: Date | string }): LoggedEvent => ({
  ...row,
  at: new Date(row.at),
})

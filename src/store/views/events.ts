import type { EventType } from '../../shared/event-types.ts'
import type { PoolClient } from 'pg'
import {
  type ArchivedEvent,
  eventsAtOnce,
  findArchivedEvent,
  readArchivedEvents,
} from '../archive/archived-events.ts'
import { readBoth } from '../archive/read-both.ts'
import type { Database } from '../database.ts'
import { MerchantEvent } from '../tables/events.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Reader } from '../lists/places.ts'
import { allOf, numbered, type Value } from './numbered.ts'

export type LoggedEvent = Pick<MerchantEvent, 'logNumber' | 'eventId' | 'resourceId' | 'body'>

/** A filter of the log; a field that is left out, or an empty list, filters nothing. */
export type EventFilter = {
  eventTypeIn?: EventType[]
  /** The payment, subscription, charge or plan that the event is about. */
  resourceId?: string | undefined
  /** Of the subscription at this address, and of its charges. */
  contractAddress?: string | undefined
  customerId?: string | undefined
  planId?: string | undefined
  before?: Date | undefined
}

/** Events of the log in order, and the log number behind which to read on. */
export type ReadEvents = { events: LoggedEvent[]; next: number }

/**
 * Ranges of archived events that one call looks through, a million events: clients take fewer events than they
 * asked for as the end of the log.
 */
const archivedRangesMax = 1_000

/** Reads the owner's gapless event log after log number `after`, in order. */
export async function listEvents(
  database: Database,
  owner: Owner,
  { after, limit, ...filter }: EventFilter & { after: number; limit: number },
): Promise<ReadEvents> {
  const events: LoggedEvent[] = []
  let next = after
  for (let ranges = 0; ranges < archivedRangesMax; ranges++) {
    const behind = next
    const read = await readBoth(database, 'merchant_event', {
      readFiles: (files) => findMissing(database, owner, files, behind),
      async readTable(client, missing) {
        const until = missing?.until ?? null
        const wanted = { ...filter, after: behind, until, limit: limit - events.length }
        return { rows: await readRows(client, owner, wanted, missing?.events ?? []), until }
      },
    })
    events.push(...read.rows)
    next = events.at(-1)?.logNumber ?? next
    if (read.until === null || events.length === limit) break
    next = read.until
  }
  return { events, next }
}

/** Reads the next events from the archive, where the table does not hold all of them; null where it does. */
async function findMissing(
  database: Database,
  owner: Owner,
  files: string[],
  after: number,
): Promise<{ events: ArchivedEvent[]; until: number } | null> {
  if (!files.length) return null
  const { rows } = await database.pool.query<{ held: number; last: number }>({
    name: 'events-held',
    text: `select last_log_number as last, (select count(*)::int from merchant_event
        where merchant_id = $1 and network = $2 and log_number > $3 and log_number <= $4) as held
      from event_counter where merchant_id = $1 and network = $2`,
    values: [owner.merchantId, owner.network, after, after + eventsAtOnce],
  })
  const { held, last } = rows[0] ?? { held: 0, last: 0 }
  const until = Math.min(after + eventsAtOnce, last)
  if (held >= until - after) return null
  return { events: await readArchivedEvents(database, owner, files, { after, until }), until }
}

async function readRows(
  client: PoolClient,
  owner: Owner,
  {
    after,
    until,
    limit,
    ...filter
  }: EventFilter & { after: number; until: number | null; limit: number },
  archived: ArchivedEvent[],
): Promise<LoggedEvent[]> {
  const { values, value } = numbered()
  const columns =
    'merchant_id, network, log_number, event_id, event_type, resource_kind, resource_id, body, at'
  const source = archived.length
    ? `(select ${columns} from merchant_event union all
       select ${columns} from jsonb_populate_recordset(null::merchant_event, ${value(JSON.stringify(archived))}::jsonb)) event`
    : 'merchant_event'
  const { rows } = await client.query<LoggedEvent>(
    `select log_number as "logNumber", event_id as "eventId", body from ${source}
     where ${allOf([isOwners(owner, value), ...eventConditions(filter, owner, value)])}
       and log_number > ${value(after)} ${until === null ? '' : `and log_number <= ${value(until)}`}
     order by log_number limit ${value(limit)}`,
    values,
  )
  return rows
}

/** The conditions of a filter, beside the owner's. */
export function eventConditions(
  filter: EventFilter,
  owner: Owner,
  value: Value,
): (string | false)[] {
  const { eventTypeIn = [], resourceId, contractAddress, customerId, planId, before } = filter
  /** The subscriptions that fit, and their charges. */
  const isOf = (condition: string) => `resource_id in (
    with fitting as (select id from subscription where ${isOwners(owner, value)} and ${condition})
    select id from fitting union all
    select charge.id from charge join fitting on charge.contract_address = fitting.id)`
  return [
    eventTypeIn.length > 0 && `event_type = any(${value(eventTypeIn)})`,
    resourceId !== undefined && `resource_id = ${value(resourceId)}`,
    contractAddress !== undefined && isOf(`id = ${value(contractAddress)}`),
    customerId !== undefined && isOf(`customer_id = ${value(customerId)}`),
    planId !== undefined &&
      `(resource_id = ${value(planId)} or ${isOf(`plan_id = ${value(planId)}`)})`,
    before !== undefined && `at < ${value(before.toISOString())}`,
  ]
}

const isOwners = ({ merchantId, network }: Owner, value: Value): string =>
  `merchant_id = ${value(merchantId)} and network = ${value(network)}`

export async function findEvent(
  database: Database,
  owner: Owner,
  eventId: string,
): Promise<LoggedEvent | null> {
  const held = await database.orm.em.fork().findOne(MerchantEvent, { ...owner, eventId })
  if (held) return held
  const archived = await findArchivedEvent(database, owner, eventId)
  return (
    archived &&
    (await listEvents(database, owner, { after: archived.log_number - 1, limit: 1 })).events[0]!
  )
}

/** Reads the number of the owner's newest event; 0 where there is none. */
export async function readLastLogNumber(
  { pool }: { pool: Reader },
  { merchantId, network }: Owner,
): Promise<number> {
  const { rows } = await pool.query<{ logNumber: number }>(
    `select last_log_number as "logNumber" from event_counter
     where merchant_id = $1 and network = $2`,
    [merchantId, network],
  )
  return rows[0]?.logNumber ?? 0
}

import type { EventType } from '../../shared/event-types.ts'
import { type ArchivedEvent, eventsAtOnce, readArchivedEvents } from '../archive/archived-events.ts'
import { readBoth, type Statement } from '../archive/read-both.ts'
import type { Database } from '../database.ts'
import type { MerchantEvent } from '../tables/events.ts'
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

/** Reads the owner's event log after log number `after`, in order. */
export async function listEvents(
  database: Database,
  owner: Owner,
  { after, limit, ...filter }: EventFilter & { after: number; limit: number },
): Promise<ReadEvents> {
  const events: LoggedEvent[] = []
  let next = after
  for (let ranges = 0; ranges < archivedRangesMax; ranges++) {
    const behind = next
    const wanted = { ...filter, after: behind, limit: limit - events.length }
    const read = await readBoth<Range, Missing, LoggedEvent>(database, 'merchant_event', {
      select: (missing) => selectEvents(owner, wanted, missing),
      missing: (firstValue) => selectMissing(owner, behind, firstValue),
      async readFiles(files, range) {
        return { ...range, events: await readArchivedEvents(database, owner, files, range) }
      },
    })
    events.push(...read.rows)
    next = events.at(-1)?.logNumber ?? next
    if (read.archived === null || events.length === limit) break
    next = read.archived.until
  }
  return { events, next }
}

/** Log numbers: behind the one, up to and with the other. */
type Range = { after: number; until: number }
type Missing = Range & { events: ArchivedEvent[] }

/** Selects the range of the next events, where the table does not hold all of them; numbers that were skipped are not missing. */
const selectMissing = (
  { merchantId, network }: Owner,
  after: number,
  firstValue: number,
): Statement => {
  const [merchantIs, networkIs] = [`merchant_id = $${firstValue}`, `network = $${firstValue + 1}`]
  const place = `$${firstValue + 2}::int`
  const ofGaps = `event_gap where ${merchantIs} and ${networkIs}`
  return {
    text: `(select jsonb_build_object('after', start, 'until', until)
      from event_counter cross join lateral (
        select coalesce((select until_log_number from ${ofGaps}
          and after_log_number <= ${place} and until_log_number > ${place}), ${place}) as start) as first
      cross join lateral (
        select least(start + ${eventsAtOnce}, last_log_number) as until) as last
      where ${merchantIs} and ${networkIs} and until - start > (
        select count(*) from merchant_event where ${merchantIs} and ${networkIs}
          and log_number > start and log_number <= until) + (
        select coalesce(sum(least(until, until_log_number) - after_log_number), 0) from ${ofGaps}
          and after_log_number >= start and after_log_number < until))`,
    values: [merchantId, network, after],
  }
}

function selectEvents(
  owner: Owner,
  { after, limit, ...filter }: EventFilter & { after: number; limit: number },
  missing: Missing | null,
): Statement {
  const { values, value } = numbered()
  const columns =
    'merchant_id, network, log_number, event_id, event_type, resource_kind, resource_id, body, at'
  const source = missing?.events.length
    ? `(select ${columns} from merchant_event union all
       select ${columns} from jsonb_populate_recordset(null::merchant_event, ${value(JSON.stringify(missing.events))}::jsonb)) event`
    : 'merchant_event'
  const text = `select log_number as "logNumber", event_id as "eventId", resource_id as "resourceId", body
     from ${source}
     where ${allOf([
       isOwners(owner, value),
       ...eventConditions(filter, owner, value),
       `log_number > ${value(after)}`,
       missing !== null && `log_number <= ${value(missing.until)}`,
     ])}
     order by log_number limit ${value(limit)}`
  return { text, values }
}

/** The conditions of a filter, beside the owner's. */
export function eventConditions(
  filter: EventFilter,
  owner: Owner,
  value: Value,
): (string | false)[] {
  const { eventTypeIn = [], resourceId, contractAddress, customerId, planId, before } = filter
  /** The subscriptions that fit, their charges, and what is named beside. */
  const isOf = (condition: string, beside = '') => `resource_id in (
    with fitting as (select id from subscription where ${isOwners(owner, value)} and ${condition})
    ${beside} select id from fitting union all
    select charge.id from charge join fitting on charge.contract_address = fitting.id)`
  return [
    eventTypeIn.length > 0 && `event_type = any(${value(eventTypeIn)})`,
    resourceId !== undefined && `resource_id = ${value(resourceId)}`,
    contractAddress !== undefined && isOf(`id = ${value(contractAddress)}`),
    customerId !== undefined && isOf(`customer_id = ${value(customerId)}`),
    planId !== undefined &&
      isOf(`plan_id = ${value(planId)}`, `select ${value(planId)}::text union all`),
    before !== undefined && `at < ${value(before.toISOString())}`,
  ]
}

const isOwners = ({ merchantId, network }: Owner, value: Value): string =>
  `merchant_id = ${value(merchantId)} and network = ${value(network)}`

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

import type { EventType } from '../../shared/event-types.ts'
import type { Database } from '../database.ts'
import { findOldestMonth } from '../partitions/partitions.ts'
import type { MerchantEvent } from '../tables/events.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Reader } from '../lists/places.ts'
import { allOf, numbered, type ParameterValue } from './query-parameters.ts'

export type LoggedEvent = Pick<MerchantEvent, 'logNumber' | 'eventId' | 'resourceId' | 'body'>

/** A filter of the log; a field that is left out, or an empty list, filters nothing. */
export type EventFilter = {
  eventTypeIn?: EventType[]
  /** The payment, subscription, charge or plan that the event is about. */
  resourceId?: string | undefined
  /** Finds events of the subscription at this address, and of its charges. */
  contractAddress?: string | undefined
  customerId?: string | undefined
  planId?: string | undefined
  before?: Date | undefined
}

/** Events of the log in order, and the log number behind which to read on. */
export type ReadEvents = { events: LoggedEvent[]; next: number }

/** Reads the owner's event log after log number `after`, in order. */
export async function listEvents(
  { pool }: Pick<Database, 'pool'>,
  owner: Owner,
  { after, limit, ...filter }: EventFilter & { after: number; limit: number },
): Promise<ReadEvents> {
  const { values, value } = numbered()
  const { rows } = await pool.query<LoggedEvent>(
    `select log_number as "logNumber", event_id as "eventId", resource_id as "resourceId", body
     from merchant_event
     where ${allOf([
       isOwners(owner, value),
       ...eventConditions(filter, owner, value),
       `log_number > ${value(after)}`,
     ])}
     order by log_number limit ${value(limit)}`,
    values,
  )
  return { events: rows, next: rows.at(-1)?.logNumber ?? after }
}

/**
 * Returns the month that the event log begins with, where events of the owner behind log number `after` are of months
 * that are kept elsewhere; else null. Numbers that were skipped are not missing.
 */
export async function readLogKeptFrom(
  { pool }: Pick<Database, 'pool'>,
  { merchantId, network }: Owner,
  after: number,
): Promise<string | null> {
  const { rows } = await pool.query<{ missing: number }>(
    `select first - 1 - $3::int - (
       select coalesce(sum(least(until_log_number, first - 1) - greatest(after_log_number, $3::int)), 0)::int
       from event_gap where merchant_id = $1 and network = $2
         and until_log_number > $3::int and after_log_number < first - 1) as missing
     from event_counter cross join lateral (select coalesce(
       (select min(log_number) from merchant_event where merchant_id = $1 and network = $2),
       last_log_number + 1) as first) as oldest
     where merchant_id = $1 and network = $2`,
    [merchantId, network, after],
  )
  return (rows[0]?.missing ?? 0) > 0 ? findOldestMonth(pool, 'merchant_event') : null
}

/** The conditions of a filter, beside the owner's. */
export function eventConditions(
  filter: EventFilter,
  owner: Owner,
  value: ParameterValue,
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

const isOwners = ({ merchantId, network }: Owner, value: ParameterValue): string =>
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

import type { EventType } from '../../shared/event-types.ts'
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

/** Reads the owner's gapless event log after log number `after`, in order. */
export async function listEvents(
  { pool }: Database,
  owner: Owner,
  { after, limit, ...filter }: EventFilter & { after: number; limit: number },
): Promise<LoggedEvent[]> {
  const { values, value } = numbered()
  const { rows } = await pool.query<LoggedEvent>(
    `select log_number as "logNumber", event_id as "eventId", body from merchant_event
     where ${allOf([isOwners(owner, value), ...eventConditions(filter, owner, value)])}
       and log_number > ${value(after)}
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
  { orm }: Database,
  owner: Owner,
  eventId: string,
): Promise<LoggedEvent | null> {
  return orm.em.fork().findOne(MerchantEvent, { ...owner, eventId })
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

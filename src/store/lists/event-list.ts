/**
 * The event log by what a merchant looks for, the newest first: what happened, to what, and how each event
 * reached the merchant. Its moments rise with its numbers, but for a few events whose turns overtook each other.
 */
import type { StatusOf } from '../../../machines/actors.ts'
import type { EventType } from '../../shared/event-types.ts'
import type { Owner } from '../../shared/owner.ts'
import { type EventFilter, eventConditions } from '../views/events.ts'
import { type CreatedBetween, fixedFields, isExactly, momentBetween } from './conditions.ts'
import type { Value } from '../views/numbered.ts'
import type { List } from './list.ts'
import type { Reader } from './places.ts'

export type ListedEventFilter = Omit<EventFilter, 'before'> &
  CreatedBetween & { eventId?: string | undefined }

export type ListedEvent = {
  eventId: string
  logNumber: number
  eventType: EventType
  resourceKind: string
  resourceId: string
  /** A customer's by the merchant's own name, where the event is about one. */
  customerId: string | null
  sequence: number
  at: string
  /** One for each API key that it was signed by. */
  deliveries: { id: string; apiKey: string; status: StatusOf['delivery'] }[]
}

export const eventList: List<ListedEventFilter, ListedEvent> = {
  table: 'merchant_event',
  columns: { at: 'at', id: 'event_id' },
  direction: 'desc',
  hasAmounts: false,
  fixedBy: [
    ...fixedFields,
    'eventTypeIn',
    'eventId',
    'resourceId',
    'contractAddress',
    'customerId',
    'planId',
  ],
  conditionsOf,
  dear: {
    isAsked: ({ planId }) => planId !== undefined,
    rowsLookedAtMax: 20_000,
    conditionsOfRow: ({ planId }, owner, value) => [isOfPlan(planId!, owner, value)],
    otherConditionsOf: ({ planId: _, ...others }, owner, value) =>
      conditionsOf(others, owner, value),
    findFew: (reader, owner, { planId }) => findFewOfPlan(reader, owner, planId!),
  },
  // The log has no holes but those that are known: its ends give the number of its events (counting a million: 280 ms).
  countAll: countEvents,
  readRows,
}

function conditionsOf(
  { createdFrom, createdTo, eventId, ...filter }: ListedEventFilter,
  owner: Owner,
  value: Value,
): (string | false)[] {
  return [
    ...momentBetween('at', { from: createdFrom, to: createdTo }, value),
    isExactly('event_id', eventId, value),
    ...eventConditions(filter, owner, value),
  ]
}

/** Whether one row of `merchant_event` is about a plan, a subscription to it, or a charge of one. */
function isOfPlan(planId: string, { merchantId, network }: Owner, value: Value): string {
  const owners = `merchant_id = ${value(merchantId)} and network = ${value(network)}`
  const resource = 'merchant_event.resource_id'
  const plan = value(planId)
  return `(${resource} = ${plan} or ${plan} = (select plan_id from subscription where ${owners}
    and id = coalesce((select contract_address from charge where ${owners} and id = ${resource}), ${resource})))`
}

/** The plan, subscriptions to it and their charges, of which few are found sooner than by their events. */
const fewResources = 500

/** Finds the events of a plan that has few subscriptions and charges. */
async function findFewOfPlan(
  reader: Reader,
  { merchantId, network }: Owner,
  planId: string,
): Promise<string[] | null> {
  const { rows } = await reader.query<{ areFew: boolean; ids: string[] }>(
    `with fitting as materialized (
       select id from subscription where merchant_id = $1 and network = $2 and plan_id = $3 limit $4),
     resource as materialized (
       select $3 as id union all select id from fitting
       union all select charge.id from charge join fitting on contract_address = fitting.id limit $4),
     size as materialized (select count(*) < $4 as "areFew" from resource)
     select "areFew", array(select event_id from resource join merchant_event on resource_id = resource.id
       where merchant_id = $1 and network = $2 and (select "areFew" from size)) as ids from size`,
    [merchantId, network, planId, fewResources],
  )
  const { areFew, ids } = rows[0]!
  return areFew ? ids : null
}

/** Counts the events that were not archived yet. */
async function countEvents(reader: Reader, { merchantId, network }: Owner): Promise<number> {
  const { rows } = await reader.query<{ count: number }>(
    `select last_log_number + 1 - first - (select coalesce(sum(until_log_number - after_log_number), 0)::int
       from event_gap where merchant_id = $1 and network = $2 and after_log_number >= first) as count
     from event_counter cross join lateral (select coalesce(
       (select min(log_number) from merchant_event where merchant_id = $1 and network = $2),
       last_log_number + 1) as first) as oldest
     where merchant_id = $1 and network = $2`,
    [merchantId, network],
  )
  return rows[0]?.count ?? 0
}

async function readRows(
  reader: Reader,
  { merchantId, network }: Owner,
  ids: string[],
): Promise<Map<string, ListedEvent>> {
  const { rows } = await reader.query<ListedEvent>(
    `select event_id as "eventId", log_number as "logNumber", event_type as "eventType",
       resource_kind as "resourceKind", resource_id as "resourceId", sequence, at,
       (select customer_id from customer where resource_kind = 'customer' and customer.id = resource_id
         and customer.merchant_id = $2 and customer.network = $3) as "customerId",
       array(select jsonb_build_object('id', delivery.id, 'apiKey', api_key, 'status', status)
         from delivery where delivery.event_id = merchant_event.event_id
           and delivery.merchant_id = $2 and delivery.network = $3 order by api_key, id) as deliveries
     from merchant_event where event_id = any($1) and merchant_id = $2 and network = $3`,
    [ids, merchantId, network],
  )
  return new Map(
    rows.map((row) => [row.eventId, { ...row, at: new Date(row.at).toISOString() }] as const),
  )
}

/** Reads one event of the owner; null where there is none. */
export async function findListedEvent(
  reader: Reader,
  owner: Owner,
  eventId: string,
): Promise<ListedEvent | null> {
  return (await readRows(reader, owner, [eventId])).get(eventId) ?? null
}

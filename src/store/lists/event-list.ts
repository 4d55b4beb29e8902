/**
 * The event log by what a merchant looks for, the newest first: what happened, to what, and how each event
 * reached the merchant. Its moments rise with its numbers, but for a few events whose turns overtook each other.
 */
import type { StatusOf } from '../../../machines/actors.ts'
import type { EventType } from '../../shared/event-types.ts'
import type { Owner } from '../../shared/owner.ts'
import { type EventFilter, eventConditions } from '../views/events.ts'
import { type CreatedBetween, isExactly, momentBetween } from './conditions.ts'
import type { ParameterValue } from '../views/query-parameters.ts'
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
  conditionsOf,
  readRows,
}

function conditionsOf(
  { createdFrom, createdTo, eventId, ...filter }: ListedEventFilter,
  owner: Owner,
  value: ParameterValue,
): (string | false)[] {
  return [
    ...momentBetween('at', { from: createdFrom, to: createdTo }, value),
    isExactly('event_id', eventId, value),
    ...eventConditions(filter, owner, value),
  ]
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

/** Deliveries of webhooks, by what a merchant looks for. */
import type { StatusOf } from '../../../machines/actors.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { actorsOf, createdBetween, type CreatedBetween, isAmong, isExactly } from './conditions.ts'
import type { List } from './list.ts'

export type DeliveryFilter = CreatedBetween & {
  statusIn?: readonly StatusOf['delivery'][]
  eventType?: string | undefined
  eventId?: string | undefined
  resourceId?: string | undefined
  apiKey?: string | undefined
}

export const deliveryList: List<DeliveryFilter, StoredActor<'delivery'>> = {
  table: 'delivery',
  direction: 'desc',
  hasAmounts: false,
  conditionsOf: (filter, _owner, value) => [
    ...createdBetween(filter, value),
    isAmong('status', filter.statusIn, value),
    isExactly('event_type', filter.eventType, value),
    isExactly('event_id', filter.eventId, value),
    isExactly('resource_id', filter.resourceId, value),
    isExactly('api_key', filter.apiKey, value),
  ],
  readRows: actorsOf('delivery'),
}

import { deliveryStatuses, toDeliveryResource } from '../../../core/resources/delivery.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'
import { deliveryList } from '../../../store/lists/delivery-list.ts'
import { eventTypeNames } from '../../schemas/events.ts'
import { dashboardList } from './dashboard-list.ts'
import { columnsOf } from './export-columns.ts'
import * as by from './list-filters.ts'

export const deliveries = dashboardList({
  name: 'deliveries',
  tag: 'Webhooks',
  title: 'Deliveries',
  words: { one: 'delivery', other: 'deliveries' },
  movedBy: ['delivery', 'destination'],
  list: deliveryList,
  filters: {
    statusIn: by.choice('Status', deliveryStatuses),
    eventType: {
      parameter: by.textParameter('an event type', 'Only this type of event'),
      shown: { label: 'Event type', kind: 'choice', options: [...eventTypeNames] },
    },
    eventId: by.text('Event id', by.textParameter('an event id', 'Only this event')),
    resourceId: by.text(
      'Resource',
      by.textParameter('an id', 'The payment, subscription, charge or plan of the event'),
    ),
    ...by.within,
    ...by.created,
    ...by.more({
      apiKey: by.text('Signed by', by.textParameter("a key's name", 'Signed by one API key')),
    }),
  },
  shown: [
    { name: 'eventType', title: 'Event', as: 'words', onPhone: 'lead', own: '/deliveries/{id}' },
    { name: 'status', title: 'Status', as: 'state', onPhone: 'status' },
    { name: 'attempts', title: 'Attempts', as: 'number' },
    { name: 'lastAttempt', title: 'Last attempt', as: 'text' },
    { name: 'nextAttemptAt', title: 'Next attempt', as: 'moment' },
    { name: 'createdAt', title: 'Created', as: 'moment', onPhone: 'date' },
  ],
  columns: columnsOf<StoredActor<'delivery'>>()(
    [
      ...(['id', 'eventId', 'eventType', 'apiKey', 'sequence', 'status', 'reason'] as const),
      ...(['attempts', 'lastAttemptAt', 'lastHttpStatus', 'lastError', 'lastDurationMs'] as const),
      ...(['nextAttemptAt', 'createdAt'] as const),
    ],
    (actor) => {
      const delivery = toDeliveryResource(actor)
      const { lastAttempt } = delivery
      return {
        ...delivery,
        lastAttemptAt: lastAttempt?.at,
        lastHttpStatus: lastAttempt?.httpStatus,
        lastError: lastAttempt?.error,
        lastDurationMs: lastAttempt?.durationMs,
      }
    },
  ),
})

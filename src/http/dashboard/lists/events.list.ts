import { type ListedEvent, eventList } from '../../../store/lists/event-list.ts'
import { eventTypeNames } from '../../schemas/events.ts'
import { dashboardList } from './dashboard-list.ts'
import { columnsOf } from './export-columns.ts'
import * as by from './list-filters.ts'

export const events = dashboardList({
  name: 'events',
  tag: 'Webhooks',
  title: 'Events',
  words: { one: 'event', other: 'events' },
  key: 'eventId',
  // Events themselves, and what carries them.
  movedBy: ['event', 'delivery'],
  list: eventList,
  filters: {
    eventTypeIn: by.choice('Event type', eventTypeNames),
    resourceId: by.text(
      'Resource',
      by.textParameter('an id', 'About this payment, subscription, charge or plan'),
    ),
    ...by.customerId,
    eventId: by.text('Event id', by.textParameter('an event id', 'The one with this id')),
    ...by.within,
    ...by.moments('more', {
      createdFrom: ['Created from', 'From this moment on'],
      createdTo: ['Created before', 'Before this moment'],
    }),
    ...by.more({
      contractAddress: by.text(
        'Subscription',
        by.addressParameter('About one subscription, or one of its charges'),
        '0x…',
      ),
      ...by.planId,
    }),
  },
  shown: [
    { name: 'logNumber', title: 'Number', as: 'number' },
    { name: 'eventType', title: 'Event', as: 'words', onPhone: 'lead', own: '/events/{eventId}' },
    { name: 'resourceId', title: 'About', as: 'text' },
    { name: 'deliveries', title: 'Webhook', as: 'state', onPhone: 'status' },
    { name: 'createdAt', title: 'Happened', as: 'moment', onPhone: 'date' },
  ],
  columns: columnsOf<ListedEvent>()(
    [
      ...([
        'logNumber',
        'eventId',
        'eventType',
        'createdAt',
        'resourceKind',
        'resourceId',
      ] as const),
      ...(['customerId', 'sequence', 'deliveries', 'delivered'] as const),
    ],
    ({ at, deliveries, ...event }) => ({
      ...event,
      createdAt: at,
      deliveries: deliveries.length,
      delivered: deliveries.filter(({ status }) => status === 'Delivered').length,
    }),
  ),
})

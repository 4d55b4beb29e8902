import { type ListedEvent, eventList } from '../../../store/lists/event-list.ts'
import { eventTypeNames } from '../../schemas/events.ts'
import { dashboardList } from './dashboard-list.ts'
import { columnsOf } from './export-columns.ts'
import {
  addressParameter,
  choice,
  customerId,
  momentParameter,
  more,
  moment,
  planId,
  text,
  textParameter,
  within,
} from './list-filters.ts'

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
    eventTypeIn: choice('Event type', eventTypeNames),
    resourceId: text(
      'Resource',
      textParameter('an id', 'About this payment, subscription, charge or plan'),
    ),
    ...customerId,
    eventId: text('Event id', textParameter('an event id', 'The one with this id')),
    ...within,
    ...more({
      createdFrom: moment('Created from', momentParameter('From this moment on')),
      createdTo: moment('Created before', momentParameter('Before this moment')),
      contractAddress: text(
        'Subscription',
        addressParameter('About one subscription, or one of its charges'),
        '0x…',
      ),
      ...planId,
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

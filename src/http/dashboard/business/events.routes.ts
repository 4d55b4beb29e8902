/** The event log for a merchant's people: what happened, what was sent of it, and sending it again. */
import { z } from 'zod'
import { eventTypes } from '../../../shared/event-types.ts'
import {
  deliveryStatuses,
  DeliveryResource,
  toDeliveryResource,
} from '../../../core/resources/delivery.ts'
import { exampleAddress, exampleId, Time } from '../../../core/resources/fields.ts'
import { findListedEvent, type ListedEvent } from '../../../store/lists/event-list.ts'
import { deliveryList } from '../../../store/lists/delivery-list.ts'
import { findEvent } from '../../../store/views/event-places.ts'
import { findTargets } from '../../../store/views/redeliveries.ts'
import { EventRedelivery, redeliverEvent } from '../../routes/redelivery.ts'
import { memberRoute, type Route } from '../../routing/route.ts'
import { eventTypeNames } from '../../schemas/events.ts'
import { NoFields } from '../../schemas/fields.ts'
import { IdParams } from '../../schemas/path.ts'
import { unknownEvent } from '../../unknown-event.ts'
import { pluralOf } from '../../unknown-id.ts'
import { lists } from '../lists/dashboard-lists.ts'
import { memberList } from './member-list.ts'

const path = '/dashboard/api/{network}/events'

const EventOfLog = z
  .strictObject({
    eventId: z.string().meta({ examples: [exampleId] }),
    logNumber: z.int().positive().meta({ description: 'Its place in the event log: 1, 2, 3 …' }),
    eventType: z.enum(eventTypeNames),
    createdAt: Time.meta({ description: 'When it happened: `eventTs` of its body' }),
    resourceKind: z.string().meta({ examples: ['subscription'] }),
    resourceId: z.string().meta({ examples: [exampleAddress] }),
    path: z
      .string()
      .nullable()
      .meta({
        description: 'Where what it is about stands, below the network; null of a test event',
        examples: [`/subscriptions/${exampleAddress}`],
      }),
    sequence: z.int().positive().meta({ description: 'Counts per resource, without holes' }),
    deliveries: z.array(
      z.strictObject({ id: z.string(), apiKey: z.string(), status: z.enum(deliveryStatuses) }),
    ),
  })
  .meta({ id: 'EventOfLog', description: 'An event, and how it reached the endpoint.' })

const EventAndBody = EventOfLog.extend({
  body: z.string().meta({ description: 'What its webhook carries, byte for byte' }),
  deliveries: z.array(DeliveryResource),
  actions: z.array(z.string()).meta({ description: 'The commands accepted now' }),
}).meta({ id: 'EventAndBody' })

const listEventsOfMerchantRoute = memberList(lists.events, {
  operationId: 'listEventsOfMerchant',
  description: 'The event log, the newest first; whether it was to be delivered or not.',
  schema: EventOfLog,
  show: (rows) => rows.map(toEventOfLog),
})

const readEventOfMerchantRoute = memberRoute({
  method: 'GET',
  path: `${path}/{id}`,
  operationId: 'readEventOfMerchant',
  right: 'read',
  tag: 'Webhooks',
  summary: 'Read one event and its deliveries',
  params: IdParams,
  answer: { description: 'The event, with its body as text.', schema: EventAndBody },
  problems: ['EventNotFound'],
  async handle({ params: { id }, caller: { owner }, dependencies: { database } }) {
    const [event, logged, targets] = await Promise.all([
      findListedEvent(database.pool, owner, id),
      findEvent(database, owner, id),
      findTargets(database.pool, owner),
    ])
    if (!event || !logged) throw await unknownEvent(database, owner, id)
    const ids = event.deliveries.map((delivery) => delivery.id)
    const deliveries = await deliveryList.readRows(database.pool, owner, ids)
    const maySend = targets.endpointId !== null && targets.apiKeys.length > 0
    return {
      body: {
        ...toEventOfLog(event),
        body: logged.body,
        deliveries: [...deliveries.values()].map(toDeliveryResource),
        actions: maySend ? ['redeliver'] : [],
      },
    }
  },
})

const redeliverEventOfMerchantRoute = memberRoute({
  method: 'POST',
  path: `${path}/{id}/redeliver`,
  operationId: 'redeliverEventOfMerchant',
  right: 'integrate',
  tag: 'Webhooks',
  summary: 'Send the webhook of an event again',
  description:
    'The same body and `eventId`, to the endpoint of now and under every API key of now, also where there ' +
    'were others when it happened, or none.',
  limit: 'resend',
  params: IdParams,
  body: NoFields,
  answer: { description: 'The deliveries that are under way again.', schema: EventRedelivery },
  problems: ['EventNotFound', 'WebhooksNotSetUp'],
  handle: async (call) => ({ body: await redeliverEvent(call, call.params.id) }),
})

export const eventRoutes: readonly Route[] = [
  listEventsOfMerchantRoute,
  readEventOfMerchantRoute,
  redeliverEventOfMerchantRoute,
]

function toEventOfLog({ at, customerId, ...event }: ListedEvent) {
  const { resourceKind, resourceId } = event
  const named = encodeURIComponent(customerId ?? resourceId)
  const isTest = eventTypes[event.eventType] === 'test'
  return { ...event, createdAt: at, path: isTest ? null : `/${pluralOf(resourceKind)}/${named}` }
}

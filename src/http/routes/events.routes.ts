/** The gapless event log: the events of webhooks, to be read at leisure or sent again. */
import { z } from 'zod'
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../../store/database.ts'
import { WebhookEndpointResource } from '../../core/resources/webhook-endpoint.ts'
import { findEvent } from '../../store/views/event-places.ts'
import { listEvents, type LoggedEvent, readLogKeptFrom } from '../../store/views/events.ts'
import { readWebhookEndpoint } from '../../store/views/webhook-endpoint.ts'
import { merchantRoute, type Route } from '../routing/route.ts'
import { EventResource, eventTypeNames } from '../schemas/events.ts'
import { AnyCaseAddress, NoFields, textField } from '../schemas/fields.ts'
import { customerIdParameter, planIdParameter } from '../schemas/filters.ts'
import { logPlaceParameter } from '../schemas/log-place.ts'
import { MomentWithOffset } from '../schemas/moment.ts'
import { listParameter, page, singleParameter } from '../schemas/query.ts'
import { unknownEvent } from '../unknown-event.ts'
import { requirePlace } from './event-place.ts'
import {
  EventRange,
  EventRedelivery,
  RangeRedelivery,
  redeliverEvent,
  redeliverRange,
} from './redelivery.ts'

const EventParams = z.strictObject({ eventId: textField('an event id', 100) })

const listEventsRoute = merchantRoute({
  method: 'GET',
  path: '/integration/events',
  operationId: 'listEvents',
  tag: 'Events',
  summary: 'Read the event log',
  description:
    'Events are numbered 1, 2, 3 … for each merchant and network, without holes: `logNumber`; after ' +
    'a restore of the service they go on behind a gap, which an `EventLogRestored` tells of, and a log ' +
    'whose first months are kept elsewhere begins later, which `page.keptFrom` tells of. Read ' +
    'on with `after` set to the `page.next` of the last answer, or to the `logNumber` or `eventId` of ' +
    'the last event that you have dealt with. Filters leave events out; their numbers stay.',
  query: z.strictObject({
    after: logPlaceParameter(
      'Where to begin: behind this log number, behind this event, or with the first event of this ' +
        'moment or later',
    ).prefault(['0']),
    limit: page.limit,
    eventTypeIn: listParameter(eventTypeNames),
    resourceId: singleParameter(textField('an id', 100))
      .optional()
      .meta({ description: 'About this payment, subscription, charge or plan' }),
    contractAddress: singleParameter(AnyCaseAddress)
      .optional()
      .meta({ description: 'About this subscription or one of its charges' }),
    customerId: customerIdParameter,
    planId: planIdParameter,
    before: singleParameter(MomentWithOffset)
      .optional()
      .meta({ description: 'Before this moment' }),
  }),
  answer: {
    description: 'The events after `after`, the oldest first.',
    schema: z.strictObject({
      events: z.array(EventResource),
      page: z
        .strictObject({
          after: z.int().meta({ description: 'The log number that this answer begins behind' }),
          limit: z.int(),
          next: z.int().meta({
            description: 'The number of the last event in this answer; `after` where it has none',
          }),
          keptFrom: z
            .string()
            .nullable()
            .meta({
              examples: ['2026-03'],
              description:
                'The month that the log begins with, where events behind `after` are earlier: the operator of the service keeps those elsewhere. Null where none is missing',
            }),
        })
        .meta({ id: 'EventPage' }),
    }),
  },
  problems: ['EventNotFound'],
  async handle({ caller, query, dependencies }) {
    const { limit, after: place, ...filter } = query
    const after = await requirePlace(dependencies.database, caller.owner, place)
    const wanted = { ...filter, after, limit }
    const { events, next } = await listEvents(dependencies.database, caller.owner, wanted)
    const isNext = events[0]?.logNumber === after + 1
    const keptFrom = isNext
      ? null
      : await readLogKeptFrom(dependencies.database, caller.owner, after)
    return { body: { events: events.map(toEntry), page: { after, limit, next, keptFrom } } }
  },
})

async function requireEvent(database: Database, owner: Owner, eventId: string) {
  const event = await findEvent(database, owner, eventId)
  if (event) return event
  throw await unknownEvent(database, owner, eventId)
}

/** An event logged by an earlier version has its number only beside its body. */
const toEntry = ({ body, logNumber }: LoggedEvent): unknown => ({
  ...(JSON.parse(body) as object),
  logNumber,
})

const getEventRoute = merchantRoute({
  method: 'GET',
  path: '/integration/events/{eventId}',
  operationId: 'getEvent',
  tag: 'Events',
  summary: 'Read one event',
  params: EventParams,
  answer: { description: 'The event, the same body as its webhook.', schema: EventResource },
  problems: ['EventNotFound'],
  async handle({ caller: { owner }, params: { eventId }, dependencies }) {
    return { body: toEntry(await requireEvent(dependencies.database, owner, eventId)) }
  },
})

const redeliverRoute = merchantRoute({
  method: 'POST',
  path: '/integration/events/{eventId}/redeliver',
  operationId: 'redeliverEvent',
  tag: 'Events',
  summary: 'Send the webhook of an event again',
  limit: 'resend',
  description:
    'The same body and `eventId`, to the endpoint of now and under every API key of now, also where there ' +
    'were others when it happened, or none. Each delivery says what will happen to it.',
  params: EventParams,
  body: NoFields,
  answer: { description: 'The deliveries that are under way again.', schema: EventRedelivery },
  problems: ['EventNotFound', 'WebhooksNotSetUp'],
  handle: async (call) => ({ body: await redeliverEvent(call, call.params.eventId) }),
})

const redeliverRangeRoute = merchantRoute({
  method: 'POST',
  path: '/integration/events/redeliver',
  operationId: 'redeliverEvents',
  tag: 'Events',
  summary: 'Send the webhooks of many events again',
  limit: 'resend',
  description:
    'The events of a range of the log, what has not arrived, or what has one status: `{"after": "2027-01-31T10:00:00Z", ' +
    '"undelivered": true}` sends again everything since then that has not arrived. Up to 100 events for each call; ' +
    'go on with `after` set to `next`.',
  body: EventRange,
  answer: { description: 'How many are on their way.', schema: RangeRedelivery },
  problems: ['EventNotFound', 'WebhooksNotSetUp'],
  handle: async (call) => ({ body: await redeliverRange(call, call.body) }),
})

const getEndpointRoute = merchantRoute({
  method: 'GET',
  path: '/integration/webhook-endpoint',
  operationId: 'getWebhookEndpoint',
  tag: 'Events',
  summary: 'Read where webhooks go, and whether they arrive',
  answer: {
    description: 'The endpoint of this network, under each API key.',
    schema: WebhookEndpointResource,
  },
  async handle({ caller: { owner }, dependencies }) {
    return { body: await readWebhookEndpoint(dependencies, owner) }
  },
})

export const eventRoutes: readonly Route[] = [
  listEventsRoute,
  getEventRoute,
  redeliverRoute,
  redeliverRangeRoute,
  getEndpointRoute,
]

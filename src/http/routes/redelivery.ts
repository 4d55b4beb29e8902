/** Sending events again, for the routes of merchants and of their people. */
import { z } from 'zod'
import { badRequest, Problem } from '../../shared/problems.ts'
import type { EventType } from '../../shared/event-types.ts'
import { eventTypes } from '../../shared/event-types.ts'
import { requestProbes } from '../../store/engine/chore-queue.ts'
import { type Redelivery, redeliverEvents, redeliveryOutcomes } from '../../store/redelivery.ts'
import { deliveryStatuses } from '../../core/resources/delivery.ts'
import { undeliveredDeliveries } from '../../core/states.ts'
import {
  type EventToSend,
  findLoggedEvent,
  listEventsOfRange,
} from '../../store/views/redeliveries.ts'
import type { OwnersCall } from '../routing/route.ts'
import { logPlaceField } from '../schemas/log-place.ts'
import { unknownEvent } from '../unknown-event.ts'
import { requirePlace } from './event-place.ts'

/** So many events of a range are sent by one call: the next call goes on. */
const eventsPerCallMax = 100

const typeNames = Object.keys(eventTypes) as [EventType, ...EventType[]]

const DeliveryOfEvent = z
  .strictObject({
    id: z.string(),
    apiKey: z.string(),
    status: z.enum(deliveryStatuses),
    outcome: z.enum(redeliveryOutcomes).meta({
      description:
        '`Sending`: at once. `WaitsForEarlierEvent`: when the event of `waitsFor` has arrived; send that ' +
        'one again to have both. `WaitsForEndpoint`: the endpoint is down; it is probed at once, and this ' +
        'goes out as soon as it answers',
    }),
    waitsFor: z
      .strictObject({ eventId: z.string(), logNumber: z.int() })
      .nullable()
      .meta({ description: 'The first event of the same resource that has still to arrive' }),
  })
  .meta({ id: 'Delivery', description: 'One webhook call: this event under one API key.' })

export const EventRange = z
  .strictObject({
    after: logPlaceField('Behind this log number or event, or from this moment on').optional(),
    until: logPlaceField(
      'Up to and with this log number or event, or before this moment',
    ).optional(),
    status: z.enum(deliveryStatuses).optional().meta({
      description: 'Only what has this status, such as `Exhausted`; without it, everything',
    }),
    undelivered: z
      .boolean()
      .default(false)
      .meta({
        description:
          'Only what has not arrived, whatever its status: given up, waiting for its next attempt, cancelled ' +
          'because the key or endpoint of then is gone, or never to be sent because there was none. An event ' +
          'that has arrived under a key is not sent again under it, nor under keys that are newer',
      }),
    eventTypes: z.array(z.enum(typeNames)).max(typeNames.length).default([]),
  })
  .refine(
    ({ after, status, undelivered }) => after !== undefined || status !== undefined || undelivered,
    'says none of after, status and undelivered: {"undelivered":true} sends again what has not arrived, ' +
      '{"status":"Exhausted"} what was given up, {"after":0} everything',
  )
  .refine(
    ({ status, undelivered }) => status === undefined || !undelivered,
    'says both status and undelivered: what is undelivered has one of several statuses',
  )
  .meta({
    id: 'EventRange',
    description:
      'Events of the log; say `after`, `status` or `undelivered`, or `after` and one of the others.',
  })

export const RangeRedelivery = z
  .strictObject({
    events: z
      .int()
      .meta({ description: `The events that are sent again, at most ${eventsPerCallMax}` }),
    deliveries: z.int().meta({ description: 'Their calls, one for each API key' }),
    outcomes: z
      .strictObject({
        Sending: z.int(),
        WaitsForEarlierEvent: z.int(),
        WaitsForEndpoint: z.int(),
      } satisfies Record<(typeof redeliveryOutcomes)[number], z.ZodInt>)
      .meta({ description: 'How many of these calls go out when, as each `Delivery` says it' }),
    next: z.int().nullable().meta({
      description:
        'Call again with this as `after`, also where no event was found so far; null when the range is done',
    }),
  })
  .meta({ id: 'RangeRedelivery' })

export const EventRedelivery = z.strictObject({
  eventId: z.string(),
  deliveries: z.array(DeliveryOfEvent),
})

/** Sends one event again; throws where there is none of this id. */
export async function redeliverEvent(
  call: OwnersCall,
  eventId: string,
): Promise<z.output<typeof EventRedelivery>> {
  const { database } = call.dependencies
  const { owner } = call.caller
  const event = await findLoggedEvent(database, owner, eventId)
  if (!event) throw await unknownEvent(database, owner, eventId)
  return { eventId, deliveries: await redeliver(call, [event]) }
}

/** Sends events again; throws where there is nothing to send them to, or to sign them with. */
async function redeliver(
  { caller: { owner }, dependencies, seed }: OwnersCall,
  events: EventToSend[],
  statuses?: readonly Redelivery['status'][],
): Promise<Redelivery[]> {
  const { database, bus } = dependencies
  const result = await redeliverEvents(database, owner, { events, statuses, seedId: seed.id })
  if ('missing' in result) throw notSetUp(result.missing)
  await requestProbes(database, owner)
  bus.wake('actor')
  bus.wake('webhook')
  return result.deliveries
}

/** Sends the first events of a range again, and says where to go on. */
export async function redeliverRange(
  call: OwnersCall,
  { after, until, status, undelivered, eventTypes }: z.output<typeof EventRange>,
): Promise<z.output<typeof RangeRedelivery>> {
  const { database } = call.dependencies
  const { owner } = call.caller
  const range = {
    after: after ? await requirePlace(database, owner, after) : 0,
    until: until ? await requirePlace(database, owner, until) : null,
    status: status ?? null,
    isUndelivered: undelivered,
    eventTypes,
  }
  if (range.until !== null && range.until < range.after)
    throw badRequest([
      {
        path: 'until',
        message:
          `must not lie before after: it is number ${range.until} of the log, and after is number ` +
          `${range.after}`,
      },
    ])
  const { events, next } = await listEventsOfRange(database, owner, range, eventsPerCallMax)
  const statuses = undelivered ? undeliveredDeliveries : status && [status]
  const deliveries = await redeliver(call, events, statuses)
  const count = (outcome: Redelivery['outcome']) =>
    deliveries.filter((delivery) => delivery.outcome === outcome).length
  const outcomes = {
    Sending: count('Sending'),
    WaitsForEarlierEvent: count('WaitsForEarlierEvent'),
    WaitsForEndpoint: count('WaitsForEndpoint'),
  }
  return { events: events.length, deliveries: deliveries.length, outcomes, next }
}

function notSetUp(missing: ('WebhookEndpoint' | 'ApiKey')[]): Problem {
  const what = missing.includes('WebhookEndpoint') ? 'no webhook endpoint' : 'no API key'
  const how = missing.includes('WebhookEndpoint')
    ? 'set its url first, by PUT /dashboard/api/{test|main}/webhook-endpoint {"url"}'
    : 'create one first, by POST /dashboard/api/{test|main}/api-keys {"label"}'
  return new Problem('WebhooksNotSetUp', `There is ${what}: ${how}.`, { details: { missing } })
}

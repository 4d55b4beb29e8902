/** The gapless event log: the events of webhooks, to be read at leisure or sent again. */
import { z } from 'zod'
import { Problem } from '../../shared/problems.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { findEvent, listDeliveriesOfEvent, listEvents } from '../../store/views/events.ts'
import { askActor } from '../commands.ts'
import { type MerchantCall, merchantRoute } from '../routing/route.ts'
import { NoFields, textField } from '../schemas/fields.ts'
import { page, wholeParameter } from '../schemas/query.ts'

const seqMax = 2_147_483_647

/** A webhook's body, which the catalogue of events describes. */
const EventBody = z
  .looseObject({
    eventId: z.string(),
    eventType: z.string(),
    eventTs: z.string(),
    sequence: z.int().positive(),
  })
  .meta({ id: 'Event', description: 'The same body as the webhook of this event.' })

export const listEventsRoute = merchantRoute({
  method: 'GET',
  path: '/integration/events',
  operationId: 'listEvents',
  tag: 'Events',
  summary: 'Read the event log',
  description:
    'Events are numbered 1, 2, 3 … for each merchant and network, without holes. Read on with ' +
    '`after` set to the `page.next` of the last answer.',
  query: z.strictObject({ after: wholeParameter(0, seqMax).default(0), limit: page.limit }),
  answer: {
    status: 200,
    description: 'The events after `after`, the oldest first.',
    schema: z.strictObject({
      events: z.array(EventBody),
      page: z
        .strictObject({
          after: z.int(),
          limit: z.int(),
          next: z.int().meta({ description: 'The number of the last event in this answer' }),
        })
        .meta({ id: 'EventPage' }),
    }),
  },
  async handle({ caller, query: { after, limit }, dependencies }) {
    const logged = await listEvents(dependencies.database, caller.owner, { after, limit })
    const events = logged.map(({ body }) => JSON.parse(body) as unknown)
    return { body: { events, page: { after, limit, next: logged.at(-1)?.logNumber ?? after } } }
  },
})

const DeliveryOfEvent = z
  .strictObject({ id: z.string(), apiKey: z.string(), status: z.string() })
  .meta({ id: 'Delivery', description: 'One webhook call: this event under one API key.' })

export const redeliverRoute = merchantRoute({
  method: 'POST',
  path: '/integration/events/{eventId}/redeliver',
  operationId: 'redeliverEvent',
  tag: 'Events',
  summary: 'Send the webhook of an event again',
  limit: 'resend',
  description: 'The same body and `eventId`, once under each API key it was sent under.',
  params: z.strictObject({ eventId: textField('an event id', 100) }),
  body: NoFields,
  answer: {
    status: 200,
    description: 'The deliveries that are under way again.',
    schema: z.strictObject({ eventId: z.string(), deliveries: z.array(DeliveryOfEvent) }),
  },
  problems: ['EventNotFound'],
  async handle(call) {
    const { eventId } = call.params
    const { owner } = call.caller
    const { database } = call.dependencies
    const event = await findEvent(database, owner, eventId)
    if (!event) throw new Problem('EventNotFound', `You have no event '${eventId}'.`)
    const deliveries = await listDeliveriesOfEvent(database, owner, eventId)
    const resent = await Promise.all(deliveries.map((delivery) => resend(call, delivery)))
    return { body: { eventId, deliveries: resent } }
  },
})

/** A delivery that is about to be sent anyway refuses, which is as good. */
async function resend(call: MerchantCall, delivery: StoredActor<'delivery'>) {
  const event = { type: 'delivery.resend' }
  const target = { kind: 'delivery', entityId: delivery.id, owner: call.caller.owner } as const
  const reply = await askActor(call, { ...target, event })
  const { status } = 'actor' in reply ? reply.actor : delivery
  return { id: delivery.id, apiKey: delivery.snapshot.context.apiKey, status }
}

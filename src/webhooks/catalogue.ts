/**
 * The body of a merchant event. Its text is made once, stored in the event log, and used byte for
 * byte for every webhook of the event and for the events API, so that a digest of it never stops
 * being valid.
 */
import { z } from 'zod'
import { Id, Moment } from '../../machines/primitives.ts'
import { type MerchantEventPayload, type EventType, eventTypes } from '../shared/event-types.ts'
import type { Cause } from '../shared/message.ts'

const EventCause = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('command'),
      command: z.string(),
      by: z.enum(['merchant', 'payer', 'operator', 'system']),
    }),
    z.strictObject({ type: z.literal('timer'), timer: z.string() }),
    z.strictObject({ type: z.literal('transaction'), hash: z.string(), blockchain: z.string() }),
    z.strictObject({ type: z.literal('chain'), detail: z.string() }),
  ])
  .meta({ description: 'The command, timer, transaction or word of the chain behind the event' })

/**
 * The shape of a webhook's body. `resource` is the shape of what the event is about,
 * the same as in the answers of the API.
 */
export function eventBody(eventType: EventType, resource: z.ZodType = z.looseObject({})) {
  return z.strictObject({
    eventId: Id.meta({ description: 'The same in every repetition: the key to notice one' }),
    eventType: z.literal(eventType),
    eventTs: Moment.meta({ description: 'When it happened' }),
    sequence: z.int().positive().meta({ description: 'Counts per resource, without holes' }),
    [eventTypes[eventType]]: resource,
    previousStatus: z.string().nullable(),
    cause: EventCause,
  })
}

/** Writes the body of an event. `at` is the moment of the turn, in business time. */
export function buildBody(event: {
  eventId: string
  at: Date
  payload: MerchantEventPayload
  cause: Cause
}): string {
  const { eventId, at, payload, cause } = event
  return JSON.stringify({
    eventId,
    eventType: payload.eventType,
    eventTs: at.toISOString(),
    sequence: payload.sequence,
    [eventTypes[payload.eventType]]: payload.resource,
    previousStatus: payload.previousStatus,
    cause,
  })
}

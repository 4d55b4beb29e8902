/**
 * The body of a merchant event. Its text is made once, stored in the event log, and used byte for
 * byte for every webhook of the event and for the events API, so that a digest of it never stops
 * being valid.
 */
import { z } from 'zod'
import { Id, Moment } from '../../../machines/primitives.ts'
import { type MerchantEventPayload, type EventType, eventTypes } from '../../shared/event-types.ts'
import { type Cause, toShownCause } from '../../shared/message.ts'

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
  .meta({
    id: 'EventCause',
    description: 'The command, timer, transaction or word of the chain behind the event.',
  })

/**
 * The shape of a webhook's body. `resource` is the shape of what the event is about,
 * the same as in the answers of the API.
 */
export function eventBody(
  eventType: EventType,
  resource: z.ZodType = z.looseObject({}),
  previousStatus: z.ZodType = z.string().nullable(),
) {
  return z.strictObject({
    eventId: Id.meta({ description: 'The same in every repetition: the key to notice one' }),
    eventType: z.literal(eventType),
    eventTs: Moment.meta({ description: 'When it happened' }),
    logNumber: z.int().positive().meta({ description: 'Its place in the event log: 1, 2, 3 …' }),
    sequence: z.int().positive().meta({ description: 'Counts per resource, without holes' }),
    [eventTypes[eventType]]: resource,
    previousStatus: previousStatus.meta({
      description: 'The status before; `null` for what is new',
    }),
    cause: EventCause,
  })
}

/** Writes the body of an event. `at` is the moment of the turn, in business time. */
export function buildBody(event: {
  eventId: string
  logNumber: number
  at: Date
  payload: MerchantEventPayload
  cause: Cause
}): string {
  const { eventId, logNumber, at, payload, cause } = event
  return JSON.stringify({
    eventId,
    eventType: payload.eventType,
    eventTs: at.toISOString(),
    logNumber,
    sequence: payload.sequence,
    [eventTypes[payload.eventType]]: payload.resource,
    previousStatus: payload.previousStatus,
    cause: toShownCause(cause),
  })
}

/**
 * The events of a delivery (one merchant event to one endpoint under one key), from the sender and
 * the merchant.
 */
import { z } from 'zod'
import { deliveryReasons } from '../reasons.ts'
import { Id, Moment, ownerFields } from '../primitives.ts'

export const DeliveryInput = z.strictObject({
  id: Id,
  ...ownerFields,
  eventId: Id,
  eventType: z.string(),
  /** Deliveries of one lane go out in the order of `sequence`. */
  lane: z.string(),
  sequence: z.int().positive(),
  endpointId: Id,
  apiKey: z.string(),
  createdAt: Moment,
})
export type DeliveryInput = z.infer<typeof DeliveryInput>

export const RemovalReason = z.enum(deliveryReasons)
export type RemovalReason = z.infer<typeof RemovalReason>

export const DeliveryEvent = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('delivery.succeeded'),
    httpStatus: z.int(),
    durationMs: z.int().nonnegative(),
  }),
  z.strictObject({
    type: z.literal('delivery.attemptFailed'),
    httpStatus: z.int().nullable(),
    error: z.string().max(500),
    durationMs: z.int().nonnegative(),
    /** Moves the next attempt by this part of its wait, so that attempts spread. */
    jitter: z.number().min(-0.2).max(0.2),
  }),
  /** The endpoint answers again, after a failure of any delivery. */
  z.strictObject({ type: z.literal('delivery.endpointAnswered') }),
  /** The endpoint is down, and the time for attempts is over. */
  z.strictObject({ type: z.literal('delivery.expired') }),
  /** There is nothing left that it could be sent to, or be signed with. */
  z.strictObject({ type: z.literal('delivery.targetRemoved'), reason: RemovalReason }),
  z.strictObject({ type: z.literal('delivery.resend') }),
])
export type DeliveryEvent = z.infer<typeof DeliveryEvent>

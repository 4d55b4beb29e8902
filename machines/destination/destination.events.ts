/** The events of a destination (one endpoint under one key), from the sender of webhooks. */
import { z } from 'zod'
import { Id, Moment, ownerFields } from '../primitives.ts'

const Failure = z.strictObject({
  /** The lane whose attempt failed: as long as it is one alone, the fault may be that resource's. */
  lane: z.string(),
  httpStatus: z.int().nullable(),
  error: z.string().max(500),
})

/** A destination begins with its first failure: one that always answers needs no actor. */
export const DestinationInput = z.strictObject({
  id: Id,
  ...ownerFields,
  endpointId: Id,
  apiKey: z.string(),
  createdAt: Moment,
  ...Failure.shape,
})
export type DestinationInput = z.infer<typeof DestinationInput>

export const DestinationEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('destination.attemptFailed'), ...Failure.shape }),
  /** An answer of 200 to 299, to a delivery or a probe. */
  z.strictObject({ type: z.literal('destination.answered') }),
  /** Nothing waits any more that could be sent as a probe. */
  z.strictObject({ type: z.literal('destination.emptied') }),
  /** Its key was deleted or its endpoint removed. */
  z.strictObject({ type: z.literal('destination.removed') }),
])
export type DestinationEvent = z.infer<typeof DestinationEvent>

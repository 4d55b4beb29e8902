/** What a delivery knows of itself. */
import { z } from 'zod'
import { Moment } from '../primitives.ts'
import { DeliveryInput, RemovalReason } from './delivery.events.ts'

export const DeliveryContext = z.strictObject({
  ...DeliveryInput.shape,
  now: z.number(),
  attempts: z.int().nonnegative(),
  lastAttempt: z
    .strictObject({
      httpStatus: z.int().nullable(),
      error: z.string().nullable(),
      durationMs: z.int().nonnegative(),
      at: Moment,
    })
    .nullable(),
  nextAttemptAt: Moment.nullable(),
  /** When its schedule has it tried next; it may be tried before. */
  scheduledAt: Moment.nullable(),
  /** Attempts that were made before that, because the endpoint answered to others, and failed. */
  earlyFailures: z.int().nonnegative(),
  /** Since when it is to be sent: its attempts end by its own age, whatever it had to wait for. */
  dueAt: Moment,
  /** The waits between attempts that are used up. */
  waits: z.int().nonnegative(),
  /** Why it is not sent any more. */
  reason: RemovalReason.nullable(),
})

export type DeliveryContext = z.infer<typeof DeliveryContext>

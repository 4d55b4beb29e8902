/** A delivery as the merchant's dashboard shows it: what was sent, and how the endpoint answered. */
import { z } from 'zod'
import { deliveryReasons } from '../../../machines/reasons.ts'
import type { StatusOf } from '../../../machines/actors.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { listAccepted } from '../accepted/accepted-commands.ts'
import { Time } from './fields.ts'

export const deliveryStatuses = [
  'Pending',
  'Retrying',
  'Delivered',
  'Exhausted',
  'Cancelled',
] as const satisfies readonly StatusOf['delivery'][]

const Attempt = z.strictObject({
  httpStatus: z.int().nullable(),
  error: z
    .string()
    .nullable()
    .meta({ examples: ['answered 500'] }),
  durationMs: z.number(),
  at: Time,
})

export const DeliveryResource = z
  .strictObject({
    id: z.string(),
    eventId: z.string(),
    eventType: z.string().meta({ examples: ['PaymentStatusChanged'] }),
    apiKey: z.string().meta({ description: 'The key that it is signed by' }),
    sequence: z.int().positive(),
    createdAt: Time,
    status: z.enum(deliveryStatuses),
    reason: z
      .enum(deliveryReasons)
      .nullable()
      .meta({ description: 'Why it is Cancelled; null of any other' }),
    attempts: z.int().nonnegative(),
    lastAttempt: Attempt.nullable(),
    nextAttemptAt: Time.nullable(),
    actions: z.array(z.string()).meta({ description: 'The commands accepted now' }),
  })
  .meta({ id: 'DeliveryResource', description: 'One event to one endpoint under one API key.' })
export type DeliveryResource = z.infer<typeof DeliveryResource>

export function toDeliveryResource(actor: StoredActor<'delivery'>): DeliveryResource {
  const { status, snapshot } = actor
  const { id, eventId, eventType, apiKey, sequence, createdAt } = snapshot.context
  const { reason, attempts, lastAttempt, nextAttemptAt } = snapshot.context
  const progress = {
    reason,
    attempts,
    lastAttempt,
    nextAttemptAt,
    actions: listAccepted('merchant', actor),
  }
  return {
    id,
    eventId,
    eventType,
    apiKey,
    sequence,
    createdAt,
    status: status as DeliveryResource['status'],
    ...progress,
  }
}

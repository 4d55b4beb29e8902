/** A delivery as the merchant's dashboard shows it: what was sent, and how the endpoint answered. */
import type { DeliveryInput } from '../../../machines/delivery/delivery.events.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'

export const deliveryStatuses = ['Pending', 'Retrying', 'Delivered', 'Exhausted'] as const

type Attempt = { httpStatus: number | null; error: string | null; durationMs: number; at: string }
type Remembered = { attempts: number; lastAttempt: Attempt | null; nextAttemptAt: string | null }

export type DeliveryResource = Pick<DeliveryInput, 'id' | 'eventId' | 'eventType' | 'apiKey'> &
  Remembered & { status: string; sequence: number; createdAt: string; actions: string[] }

export function toDeliveryResource({ status, snapshot }: StoredActor): DeliveryResource {
  const delivery = snapshot.context as DeliveryInput & Remembered
  const { id, eventId, eventType, apiKey, sequence, createdAt } = delivery
  const { attempts, lastAttempt, nextAttemptAt } = delivery
  const progress = { status, attempts, lastAttempt, nextAttemptAt, actions: snapshot.actions }
  return { id, eventId, eventType, apiKey, sequence, createdAt, ...progress }
}

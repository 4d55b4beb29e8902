/** A delivery as the merchant's dashboard shows it: what was sent, and how the endpoint answered. */
import type { DeliveryContext } from '../../../machines/delivery/delivery.machine.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'

export const deliveryStatuses = ['Pending', 'Retrying', 'Delivered', 'Exhausted'] as const

type Shown =
  | 'id'
  | 'eventId'
  | 'eventType'
  | 'apiKey'
  | 'sequence'
  | 'createdAt'
  | 'attempts'
  | 'lastAttempt'
  | 'nextAttemptAt'
export type DeliveryResource = Pick<DeliveryContext, Shown> & { status: string; actions: string[] }

export function toDeliveryResource({
  status,
  snapshot,
}: StoredActor<'delivery'>): DeliveryResource {
  const { id, eventId, eventType, apiKey, sequence, createdAt } = snapshot.context
  const { attempts, lastAttempt, nextAttemptAt } = snapshot.context
  const progress = { status, attempts, lastAttempt, nextAttemptAt, actions: snapshot.actions }
  return { id, eventId, eventType, apiKey, sequence, createdAt, ...progress }
}

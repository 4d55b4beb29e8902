/**
 * A customer whose subscriptions have never granted access has no actor yet: the first grant makes it. Until then this
 * shows it in its first state, without a turn, so that it can be explained like any other.
 */
import type { Owner } from '../../../shared/owner.ts'
import { customerActorId } from '../../../shared/customer-actor-id.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'
import type { Database } from '../../database.ts'
import { findDecidingSubscriptions } from '../customers.ts'
import { goOn } from '../../../core/story/replay.ts'

/** Returns it by the merchant's own name; null where nobody under that name has a subscription. */
export async function findUnbornCustomer(
  database: Database,
  owner: Owner,
  customerId: string,
): Promise<StoredActor | null> {
  const { subscriptions } = await findDecidingSubscriptions(database, owner, { customerId }, 1)
  const [subscription] = subscriptions
  if (!subscription) return null
  const { createdAt } = subscription.snapshot.context
  const id = customerActorId(owner, customerId)
  const event = { type: 'customer.create', input: { id, ...owner, customerId, createdAt } }
  const target = { kind: 'customer', entityId: id, ...owner } as const
  return goOn(null, { ...target, revision: 0, event, at: Date.parse(createdAt) }).actor
}

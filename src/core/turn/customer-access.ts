/**
 * Decides what a subscription lets its customer do, as a turn keeps it beside the snapshot, and makes the message to
 * the customer where a turn made a difference; so no transition can forget it. Renewals make none.
 */
import type { CustomerInput } from '../../../machines/customer/customer.events.ts'
import { customerActorId } from '../../shared/customer-actor-id.ts'
import type { StoredAccess, StoredActor } from '../../shared/stored-actor.ts'
import { accessOf } from '../resources/subscription-outlook.ts'
import type { OutboxEntry } from './consequences.ts'

/** Finds the access that an actor grants; null where its kind grants none. */
export function findAccess(actor: StoredActor): StoredAccess | null {
  if (actor.kind !== 'subscription') return null
  return accessOf({ status: actor.status, phase: actor.phase, context: actor.snapshot.context })
}

/** Makes the messages to the customer whose subscription has begun or ceased to grant access. */
export function createAccessEntries(before: StoredActor | null, after: StoredActor): OutboxEntry[] {
  if (after.kind !== 'subscription') return []
  const { contractAddress } = after.snapshot.context
  const was = before?.snapshot.access?.until ?? null
  const { until, reason } = after.snapshot.access ?? { until: null, reason: null }
  if ((was === null) === (until === null)) return []
  const { creation, id } = toCreation(after)
  const events =
    until === null
      ? [{ type: 'customer.accessEnded', contractAddress, reason }]
      : [creation, { type: 'customer.accessGranted', contractAddress, until }]
  return events.map((event) => ({ channel: 'actor', kind: 'customer', entityId: id, event }))
}

/** The first grant creates the customer; later ones find it there. */
function toCreation({ merchantId, network, snapshot: { context } }: StoredActor<'subscription'>) {
  const { customerId, now } = context
  const id = customerActorId({ merchantId, network }, customerId)
  const createdAt = new Date(now).toISOString()
  const input: CustomerInput = { id, merchantId, network, customerId, createdAt }
  return { id, creation: { type: 'customer.create', input } }
}

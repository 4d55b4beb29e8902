/**
 * The id of a merchant event. About charges and payments it follows from what the event tells: a service that was set
 * back and tells the same again, tells it under the same id, so whoever acts on each id once does not count money twice.
 * Decision 0113.
 *
 * An id begins with a moment. That of the turn is another one when a turn is taken again, so it is that of the charge,
 * when it was due or made, or of the payment's creation, where it lies in the month of the event: by its id an event is
 * looked for in its month. Other events have no moment that would be the same again.
 */
import type { MerchantEventPayload } from '../shared/event-types.ts'
import { placedId } from '../shared/ids.ts'
import type { Owner } from '../shared/owner.ts'

type NumberedEvent = Owner & {
  /** Of the turn, in business time. */
  at: Date
  logNumber: number
  /** Of the outbox row. */
  id: string
  payload: MerchantEventPayload
}

/** Ids of one moment sort by their sequence where they follow from what is told, and else by their log number. */
export function eventIdOf({ at, logNumber, id, payload, ...owner }: NumberedEvent): string {
  const moment = momentOf(payload)
  if (moment === null || isInAnotherMonth(moment, at)) return placedId(at, logNumber, id)
  const { eventType, resourceKind, resourceId, sequence, resource, previousStatus } = payload
  const about = [owner.merchantId, owner.network, resourceKind, resourceId, sequence]
  const told = JSON.stringify([...about, eventType, previousStatus, resource])
  return placedId(moment, sequence, told)
}

const isInAnotherMonth = (one: Date, other: Date): boolean =>
  one.toISOString().slice(0, 7) !== other.toISOString().slice(0, 7)

/** Which field of a resource is the same moment whenever it is told. */
const momentFields: Record<string, string> = { charge: 'chargeDate', payment: 'createdAt' }

function momentOf({ resourceKind, resource }: MerchantEventPayload): Date | null {
  const field = momentFields[resourceKind]
  const moment = field && (resource as Record<string, unknown> | null)?.[field]
  return typeof moment === 'string' ? new Date(moment) : null
}

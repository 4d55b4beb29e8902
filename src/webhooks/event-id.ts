/**
 * The id of a merchant event. It follows from what the event tells: a service that was set back and tells the same again,
 * tells it under the same id, so whoever acts on each id once does not count money twice. Decisions 0113 and 0123.
 *
 * A charge or a payment tells what it is, and the fact that this follows from: a payment that is paid again after a
 * reorganisation took it back is other news, though it looks the same. A subscription or a customer carries no sum, and
 * what the chain says by then besides: a status and its fact are the same news. Without a fact they tell what nobody could
 * know again, such as a command, and so do the others.
 *
 * An id begins with a moment. It is one that does not change when a turn is decided again, so that the event keeps its
 * id, and one in the event's month, in which it is looked for: when the charge was due or made, when the payment was
 * created, or else the moment of the fact.
 */
import type { MerchantEventPayload } from '../shared/event-types.ts'
import { placedId } from '../shared/ids.ts'
import type { Owner } from '../shared/owner.ts'

type NumberedEvent = Owner & {
  /** The turn's moment, in business time. */
  at: Date
  logNumber: number
  /** The id of the outbox row. */
  id: string
  payload: MerchantEventPayload
}

/** Ids of one moment sort by their sequence where they follow from what is reported, and else by their log number. */
export function eventIdOf({ at, logNumber, id, payload, ...owner }: NumberedEvent): string {
  const told = findTold(payload)
  const moment = momentsOf(payload).find((one) => isInMonthOf(one, at))
  if (told === null || !moment) return placedId(at, logNumber, id)
  const { eventType, resourceKind, resourceId, sequence, previousStatus } = payload
  const about = [owner.merchantId, owner.network, resourceKind, resourceId, sequence]
  return placedId(moment, sequence, JSON.stringify([...about, eventType, previousStatus, ...told]))
}

/** Finds what makes an event the same news; null where nothing would be the same if it were reported again. */
function findTold({ resourceKind, resource, fact }: MerchantEventPayload): unknown[] | null {
  if (resourceKind === 'charge' || resourceKind === 'payment')
    return fact ? [resource, fact.what] : [resource]
  const isStatusOfFact = resourceKind === 'subscription' || resourceKind === 'customer'
  return fact && isStatusOfFact ? [fieldOf(resource, 'status'), fact.what] : null
}

const isInMonthOf = (one: Date, other: Date): boolean =>
  one.toISOString().slice(0, 7) === other.toISOString().slice(0, 7)

/** Names the field of a resource that is the same moment whenever it is reported. */
const momentFields: Record<string, string> = { charge: 'chargeDate', payment: 'createdAt' }

function momentsOf({ resourceKind, resource, fact }: MerchantEventPayload): Date[] {
  const ofResource = fieldOf(resource, momentFields[resourceKind])
  return [ofResource, fact?.at].flatMap((one) => (typeof one === 'string' ? [new Date(one)] : []))
}

const fieldOf = (resource: object | null, name: string | undefined): unknown =>
  name === undefined ? undefined : (resource as Record<string, unknown> | null)?.[name]

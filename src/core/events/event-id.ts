/**
 * The id of a merchant event. It follows from what the event tells: a service that was set back and tells the same again,
 * tells it under the same id, so whoever acts on each id once does not ship or count twice. Decisions 0113, 0123, 0140.
 *
 * What a resource does once, such as to end, has an id of that alone: which steps led there depends on when the chain was
 * looked at, and by then more may have come. Where a reorganisation lets it end again, the log has that id already, and the
 * second end is told like anything else.
 *
 * Anything else about a charge or a payment is what it tells, and the fact that this follows from. A subscription or a
 * customer carries no sum, and what the chain says by then besides: a status and its fact are the same news, whatever came
 * between. Without a fact they tell what nobody could know again, such as a command, and so do the others.
 *
 * An id begins with a moment. It is one that does not change when a turn is decided again, so that the event keeps its
 * id, and one in the event's month, in which it is looked for.
 */
import type { StatusOf } from '../../../machines/actors.ts'
import type { EventType, MerchantEventPayload } from '../../shared/event-types.ts'
import { placedId } from '../../shared/ids.ts'
import type { Owner } from '../../shared/owner.ts'

type OwnedEvent = Owner & {
  /** The turn's moment, in business time. */
  at: Date
  payload: MerchantEventPayload
}
type NumberedEvent = OwnedEvent & {
  logNumber: number
  /** The id of the outbox row. */
  id: string
}

/**
 * Makes the id of an event. `isTold` says whether the log has an event of an id: then what happens once has happened
 * again, and this is other news.
 */
export function eventIdOf(event: NumberedEvent, isTold: (id: string) => boolean): string {
  const id = idWithoutSteps(event)
  return id !== null && !isTold(id) ? id : idOfNews(event)
}

/** Makes the id that an event has by whatever steps it came about, unless the log has that already; null where steps count. */
export const idWithoutSteps = (event: OwnedEvent): string | null =>
  idOfOnce(event) ?? idOfStatusOfFact(event)

/** Tells that money is owed back, once, whatever the status is by then. */
const withdrawn: EventType = 'SubscriptionWithdrawn'
/** The statuses in which something ends, and on which a merchant acts. */
const ends: Record<string, readonly string[]> = {
  payment: ['Succeeded', 'Failed', 'Expired'],
  charge: ['Succeeded', 'Failed', 'Cancelled'],
  subscription: ['Cancelled', 'Finished', 'Error'],
} satisfies { [K in keyof StatusOf]?: StatusOf[K][] }

/** Ids of one moment sort by their sequence where it is known: an end mostly is the second or the third event, another status an earlier one. */
const placeOfEnd = 3
const placeOfStatus = 2
/** These tell how a subscription or a customer stands. */
const statusEvents: readonly EventType[] = ['SubscriptionStatusChanged', 'CustomerAccessChanged']

/** Makes the id of what a resource does once; null for anything else. */
export function idOfOnce({ at, payload, merchantId, network }: OwnedEvent): string | null {
  const { eventType, resourceKind, resource } = payload
  const status = fieldOf(resource, 'status')
  const isEnd =
    eventType.endsWith('StatusChanged') && ends[resourceKind]?.some((one) => one === status)
  if (!isEnd && eventType !== withdrawn) return null
  const what = [merchantId, network, eventType, isEnd ? status : null, ...subjectOf(payload)]
  return placedId(momentOfOnce(payload, at), placeOfEnd, JSON.stringify(what))
}

/** What a charge collects is one period of its contract: after a restore that may be asked for under another number. */
function subjectOf({ resourceKind, resourceId, resource }: MerchantEventPayload): unknown[] {
  const isCollected = resourceKind === 'charge' && fieldOf(resource, 'status') === 'Succeeded'
  return isCollected
    ? [resourceKind, fieldOf(resource, 'contractAddress'), fieldOf(resource, 'period')]
    : [resourceKind, resourceId]
}

/**
 * Finds the moment of a resource, in the event's month. The block of a charge may be another one after a
 * reorganisation, so its day counts.
 */
function momentOfOnce(payload: MerchantEventPayload, at: Date): Date {
  const moment = ofResource(payload) ?? at
  if (!isInMonthOf(moment, at)) return startOf(at, 'month')
  return payload.resourceKind === 'charge' ? startOf(moment, 'day') : moment
}

/** Makes the id of a status that a subscription or a customer has by a fact; null for anything else. */
function idOfStatusOfFact({ at, payload, merchantId, network }: OwnedEvent): string | null {
  const { eventType, resourceKind, resourceId } = payload
  const isStatus = statusEvents.includes(eventType)
  const told = isStatus ? findTold(payload) : null
  const moment = momentsOf(payload).find((one) => isInMonthOf(one, at))
  if (told === null || !moment) return null
  const what = [merchantId, network, eventType, resourceKind, resourceId, ...told]
  return placedId(moment, placeOfStatus, JSON.stringify(what))
}

/** Ids of one moment sort by their sequence where they follow from what is reported, and else by their log number. */
function idOfNews({ at, logNumber, id, payload, merchantId, network }: NumberedEvent): string {
  const told = findTold(payload)
  const moment = momentsOf(payload).find((one) => isInMonthOf(one, at))
  if (told === null || !moment) return placedId(at, logNumber, id)
  const { eventType, resourceKind, resourceId, sequence, previousStatus } = payload
  const about = [merchantId, network, resourceKind, resourceId, sequence]
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
  startOf(one, 'month').getTime() === startOf(other, 'month').getTime()

const startOf = (moment: Date, part: 'month' | 'day'): Date =>
  new Date(moment.toISOString().slice(0, part === 'month' ? 7 : 10))

/** Names the field of a resource that is the same moment whenever it is reported. */
const momentFields: Record<string, string> = {
  charge: 'chargeDate',
  payment: 'createdAt',
  subscription: 'createdAt',
}

function ofResource({ resourceKind, resource }: MerchantEventPayload): Date | null {
  const moment = fieldOf(resource, momentFields[resourceKind])
  return typeof moment === 'string' ? new Date(moment) : null
}

function momentsOf(payload: MerchantEventPayload): Date[] {
  const { fact } = payload
  return [ofResource(payload), fact ? new Date(fact.at) : null].filter((one) => one !== null)
}

const fieldOf = (resource: object | null, name: string | undefined): unknown =>
  name === undefined ? undefined : (resource as Record<string, unknown> | null)?.[name]

/**
 * The events of a turn for the merchant: the difference between the actor before and after, so
 * no transition can forget one.
 */
import type { StatusOf } from '../../../machines/actors.ts'
import type { EventType, Fact } from '../../shared/event-types.ts'
import type { Message } from '../../shared/message.ts'
import {
  type ActorKind,
  type ActorOfKind,
  requireKind,
  type StoredActor,
} from '../../shared/stored-actor.ts'
import { isSameJson } from '../turn/same-json.ts'

export type NewMerchantEvent = { eventType: EventType; previousStatus: string | null }

/**
 * Finds what the events of a turn follow from, where that is the same whenever they are told: a block, also by way of
 * other actors, or a timer of the actor itself. What a timer has led to by way of others may have happened at another time.
 */
export function findFact({ cause, event }: Message, before: StoredActor | null): Fact | null {
  if (cause.type === 'transaction' && cause.block)
    return { what: cause.block.hash, at: cause.block.minedAt }
  const timer = before?.snapshot.timers[event.type]
  if (!timer) return null
  const at = new Date(timer.dueAt).toISOString()
  return { what: `${event.type}/${at}`, at }
}

type EventsOfKind = { created: EventType; statusChanged: EventType }
const ofCharge: EventsOfKind = {
  created: 'SubscriptionChargeCreated',
  statusChanged: 'SubscriptionChargeStatusChanged',
}
const ofSubscription: EventsOfKind = {
  created: 'SubscriptionCreated',
  statusChanged: 'SubscriptionStatusChanged',
}
const ofPayment: EventsOfKind = {
  created: 'PaymentCreated',
  statusChanged: 'PaymentStatusChanged',
}

export function findMerchantEvents(
  before: StoredActor | null,
  after: StoredActor,
): NewMerchantEvent[] {
  switch (after.kind) {
    case 'plan':
      return before ? statusEvent('PlanStatusChanged', before, after) : []
    case 'charge':
      return before
        ? statusEvent(ofCharge.statusChanged, before, after)
        : createdEvents(ofCharge, after, 'Pending')
    case 'subscription':
      return before
        ? subscriptionEvents(requireKind(before, 'subscription'), after)
        : createdEvents(ofSubscription, after, 'Draft')
    case 'payment':
      return before
        ? paymentEvents(requireKind(before, 'payment'), after)
        : createdEvents(ofPayment, after, 'Created')
    case 'customer':
      return before ? statusEvent('CustomerAccessChanged', before, after) : []
    case 'gasWallet':
      return gasWalletEvents(before && requireKind(before, 'gasWallet'), after)
    case 'transaction':
    case 'delivery':
    case 'destination':
    case 'verification':
    case 'permit':
      return []
  }
}

function subscriptionEvents(
  before: StoredActor<'subscription'>,
  after: StoredActor<'subscription'>,
): NewMerchantEvent[] {
  const events = statusEvent(ofSubscription.statusChanged, before, after)
  const [was, is] = [before.snapshot.context, after.snapshot.context]
  // A charge uses the allowance up; only what the payer did is news.
  if (was.allowance !== is.allowance && was.chargesMade === is.chargesMade)
    events.push({ eventType: 'SubscriptionAllowanceChanged', previousStatus: after.status })
  if (!was.isAtRisk && is.isAtRisk)
    events.push({ eventType: 'SubscriptionAtRisk', previousStatus: after.status })
  if (was.withdrawnAt !== is.withdrawnAt)
    events.push({ eventType: 'SubscriptionWithdrawn', previousStatus: before.status })
  const details = is.cancellationDetails
  if (details !== null && !isSameJson(was.cancellationDetails, details))
    events.push({ eventType: 'SubscriptionFeedbackGiven', previousStatus: after.status })
  // A change of status carries both.
  const isPlanned = was.isToEnd !== is.isToEnd || was.resumeAt !== is.resumeAt
  const isOutOfHand = is.reason === 'OnlyPayerMayResume' && was.reason !== is.reason
  if ((isPlanned || isOutOfHand) && before.status === after.status)
    events.push({ eventType: 'SubscriptionScheduleChanged', previousStatus: after.status })
  if (!was.isResumeDue && is.isResumeDue)
    events.push({ eventType: 'SubscriptionResumeDue', previousStatus: after.status })
  if (!was.charge?.isLapsing && is.charge?.isLapsing)
    events.push({ eventType: 'SubscriptionLapsing', previousStatus: after.status })
  return events
}

/** Finds the event of a gas wallet: a new one that lasts, or that nothing needs, is no news. */
function gasWalletEvents(
  before: StoredActor<'gasWallet'> | null,
  after: StoredActor<'gasWallet'>,
): NewMerchantEvent[] {
  const isWell = after.status === 'Ready'
  if (!before && (isWell || after.snapshot.context.daysLeft === null)) return []
  if (before?.status === after.status) return []
  const eventType = isWell ? 'GasWalletRefilled' : 'GasWalletLow'
  return [{ eventType, previousStatus: before?.status ?? null }]
}

const fundsOfPayment = [
  'inTime',
  'late',
  'others',
  'swept',
  'sweepReason',
  'accepted',
  'refunds',
] as const

/**
 * Finds the events of a payment: a change of status, which carries the sums as well, or of the sums
 * or their reason alone.
 */
function paymentEvents(
  before: StoredActor<'payment'>,
  after: StoredActor<'payment'>,
): NewMerchantEvent[] {
  const events = statusEvent(ofPayment.statusChanged, before, after)
  if (events.length) return events
  const [was, is] = [before.snapshot.context, after.snapshot.context]
  const isNews = fundsOfPayment.some((name) => !isSameJson(was[name], is[name]))
  return isNews ? [{ eventType: 'PaymentFundsChanged', previousStatus: after.status }] : []
}

/**
 * Finds the events of a new actor, which may be beyond its first status: a charge that was charged
 * elsewhere has both steps.
 */
function createdEvents<K extends ActorKind>(
  { created, statusChanged }: EventsOfKind,
  after: ActorOfKind<K>,
  firstStatus: StatusOf[K],
): NewMerchantEvent[] {
  const birth = { eventType: created, previousStatus: null }
  return after.status === firstStatus
    ? [birth]
    : [birth, { eventType: statusChanged, previousStatus: firstStatus }]
}

const statusEvent = (
  eventType: EventType,
  before: StoredActor,
  after: StoredActor,
): NewMerchantEvent[] =>
  before.status === after.status ? [] : [{ eventType, previousStatus: before.status }]

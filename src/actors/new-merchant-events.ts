/**
 * What a merchant is told of a turn. The facts are the difference between the actor
 * before and after, so no transition can forget to tell one.
 */
import { isDeepStrictEqual } from 'node:util'
import { requireKind, type StoredActor } from '../shared/stored-actor.ts'

export type NewMerchantEvent = { eventType: string; previousStatus: string | null }

export function findMerchantEvents(
  before: StoredActor | null,
  after: StoredActor,
): NewMerchantEvent[] {
  switch (after.kind) {
    case 'plan':
      return before ? statusFact('PlanStatusChanged', before, after) : []
    case 'charge':
      return before
        ? statusFact('SubscriptionChargeStatusChanged', before, after)
        : createdFacts('SubscriptionCharge', after, 'Pending')
    case 'subscription':
      return before
        ? subscriptionFacts(requireKind(before, 'subscription'), after)
        : createdFacts('Subscription', after, 'Draft')
    case 'payment':
      return before
        ? paymentFacts(requireKind(before, 'payment'), after)
        : createdFacts('Payment', after, 'Created')
    case 'transaction':
    case 'delivery':
    case 'verification':
      return []
  }
}

function subscriptionFacts(
  before: StoredActor<'subscription'>,
  after: StoredActor<'subscription'>,
): NewMerchantEvent[] {
  const facts = statusFact('SubscriptionStatusChanged', before, after)
  const [was, is] = [before.snapshot.context, after.snapshot.context]
  // A charge uses the allowance up; only what the payer did is news.
  if (was.allowance !== is.allowance && was.chargesMade === is.chargesMade)
    facts.push({ eventType: 'SubscriptionAllowanceChanged', previousStatus: after.status })
  if (!was.isAtRisk && is.isAtRisk)
    facts.push({ eventType: 'SubscriptionAtRisk', previousStatus: after.status })
  return facts
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

/** A change of status tells the sums as well; the sums alone, and what holds them back, are news too. */
function paymentFacts(
  before: StoredActor<'payment'>,
  after: StoredActor<'payment'>,
): NewMerchantEvent[] {
  const facts = statusFact('PaymentStatusChanged', before, after)
  if (facts.length) return facts
  const [was, is] = [before.snapshot.context, after.snapshot.context]
  const isNews = fundsOfPayment.some((name) => !isDeepStrictEqual(was[name], is[name]))
  return isNews ? [{ eventType: 'PaymentFundsChanged', previousStatus: after.status }] : []
}

/** An actor may be born beyond its first status: a charge that was adopted is told in both steps. */
function createdFacts(name: string, after: StoredActor, firstStatus: string): NewMerchantEvent[] {
  const created = { eventType: `${name}Created`, previousStatus: null }
  return after.status === firstStatus
    ? [created]
    : [created, { eventType: `${name}StatusChanged`, previousStatus: firstStatus }]
}

const statusFact = (
  eventType: string,
  before: StoredActor,
  after: StoredActor,
): NewMerchantEvent[] =>
  before.status === after.status ? [] : [{ eventType, previousStatus: before.status }]

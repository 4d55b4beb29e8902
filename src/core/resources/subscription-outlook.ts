/** The outlook of a subscription: what it leads to and what it entitles to, by its state alone. */
import type { PhaseOf, StatusOf } from '../../../machines/actors.ts'
import { type AccessReason, accessReasons } from '../../../machines/reasons.ts'
import type { SubscriptionContext } from '../../../machines/subscription/subscription.context.ts'
import {
  coveredTimeEndOf,
  graceEndOf,
  paidTimeEndOf,
} from '../../../machines/subscription/subscription.schedule.ts'
import { chargeableSubscriptions } from '../states.ts'

type Status = StatusOf['subscription']

/** A subscription as its outlook needs it: where it is, and what it remembers. */
export type SubscriptionStanding = {
  status: Status
  phase: PhaseOf['subscription']
  context: SubscriptionContext
}

/**
 * Returns when money will be taken next: a moment that is past where that is being tried, and null where
 * nothing will be taken.
 */
export function willChargeAt({ status, phase, context }: SubscriptionStanding): string | null {
  if (!chargeableSubscriptions.includes(status)) return null
  if (context.charge) return context.charge.dueAt
  if (phase === 'Ending' || phase === 'AwaitingPredecessor') return null
  return context.chargesMade < context.maxPeriods ? context.nextChargeAt : null
}

/** Returns whether the next charge will fail unless somebody acts, or has failed already. */
export const isAtRisk = ({ status, phase, context }: SubscriptionStanding): boolean =>
  chargeableSubscriptions.includes(status) && (context.isAtRisk || phase.startsWith('Overdue'))

/** Returns until when it is paid for: by its own charges, or before them by the one whose place it takes; null where nothing is known. */
export const coveredUntilOf = (context: SubscriptionContext): string | null =>
  coveredTimeEndOf(context)

/** Returns when the subscription ends, where that is decided: with the time that is paid for. */
export function endsAt({ status, phase, context }: SubscriptionStanding): string | null {
  const isLastPeriod = context.chargesMade >= context.maxPeriods
  const isDecided = phase === 'Ending' || status === 'PendingCancel' || phase === 'PaidTime'
  return isDecided || (status === 'Active' && isLastPeriod) ? paidTimeEndOf(context) : null
}

/** The entitlement of a subscription's customer: until when, if nothing more is paid, and why so or why not. */
export type SubscriptionAccess = { until: string | null; reason: AccessReason | null }

/** Says how long a status entitles: for the time that is paid, for the grace after it as well, or not at all. */
const entitles: Record<Status, 'paidTime' | 'withGrace' | 'never'> = {
  Draft: 'never',
  Pending: 'never',
  Active: 'withGrace',
  Suspended: 'withGrace',
  PendingPause: 'withGrace',
  Paused: 'never',
  PendingUnPause: 'never',
  PendingCancel: 'paidTime',
  Cancelled: 'paidTime',
  Finished: 'never',
  Error: 'never',
}

/** Returns what the subscription entitles its customer to, as of its last turn; `docs/access.md` is its table. */
export function accessOf(standing: SubscriptionStanding): SubscriptionAccess {
  const { status, phase, context } = standing
  const reason = reasonOf(standing)
  const mayRenew = entitles[status] === 'withGrace' && phase !== 'Ending'
  const end = mayRenew ? graceEndOf(context) : paidTimeEndOf(context)
  const isOver = end === null || Date.parse(end) <= context.now
  // If the time was over before anybody took the turn that says so, it ended for want of a charge.
  if (entitles[status] === 'never' || isOver) return { until: null, reason: reason ?? 'Overdue' }
  return { until: end, reason }
}

/** Returns why access is not there or will end; null where it is there, and goes on by itself. */
function reasonOf({ status, phase, context }: SubscriptionStanding): AccessReason | null {
  if (status === 'Draft') return 'NotActivated'
  if (status === 'Pending') return 'NotStarted'
  if (phase === 'Ending') return context.successor === null ? 'CancelRequested' : 'Switched'
  if (status === 'Active') return phase === 'Overdue' ? 'Overdue' : null
  if (status === 'Suspended') return context.chargesMade > 0 ? 'Suspended' : 'NotStarted'
  if (status === 'PendingPause') return null
  if (status === 'Paused' || status === 'PendingUnPause') return 'Paused'
  if (status === 'Finished') return 'Finished'
  return accessReasons.find((reason) => reason === context.reason) ?? 'SubscriptionCancelled'
}

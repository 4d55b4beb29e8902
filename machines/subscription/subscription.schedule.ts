/** When what happens to a subscription: its grace, the warning before it ends, the time that is paid for. */
import { dayMs, hourMs } from '../durations.ts'
import type { SubscriptionContext } from './subscription.context.ts'

/** A wait without end: longer than anybody lives by it, and a moment that can still be written. */
export const neverMs = 100 * 365 * dayMs
const lateToleranceMaxMs = dayMs
const lapseWarningMinMs = 3 * hourMs
const lapseWarningMaxMs = dayMs
/** A contract is cancelled this long before the paid time ends, so that nobody can charge it when it is due. */
const endLeadMaxMs = 6 * hourMs
/**
 * A pause ends at the latest this long before the contract lets only the payer resume, so that the transaction is mined
 * in time.
 */
const resumeLeadMaxMs = 6 * hourMs

export const toMomentFromMs = (ms: number): string => new Date(ms).toISOString()

/**
 * Returns when to warn that the open charge is about to be too late, in Unix milliseconds: with a third
 * of the time left, at least three hours, so that somebody can act, and at most a day.
 */
export function lapseIsNearAt({ charge, nextChargeAt }: SubscriptionContext): number {
  const { dueAt, graceUntil } = charge ?? { dueAt: nextChargeAt, graceUntil: nextChargeAt }
  const third = (Date.parse(graceUntil) - Date.parse(dueAt)) / 3
  return Date.parse(graceUntil) - Math.min(Math.max(third, lapseWarningMinMs), lapseWarningMaxMs)
}

/**
 * Returns when the grace of the next charge ends; once all charges are made, when the paid time does. Null
 * before the first charge, and in a pause, in which the paid time stands still.
 */
export function graceEndOf(context: SubscriptionContext): string | null {
  const paidTimeEnd = paidTimeEndOf(context)
  if (paidTimeEnd === null || context.chargesMade >= context.maxPeriods) return paidTimeEnd
  return toMomentFromMs(Date.parse(paidTimeEnd) + lateMaxMs(context))
}

/** Returns when the time that was paid for ends; null before the first charge, in a pause, and after a withdrawal. */
export const paidTimeEndOf = (context: SubscriptionContext): string | null =>
  context.chargesMade > 0 && context.frozenBy === null && context.withdrawnAt === null
    ? context.nextChargeAt
    : null

/**
 * Returns until when the one was paid for whose place this one takes, before it is charged itself; null where it takes
 * nobody's place, or is charged.
 */
const inheritedTimeEndOf = (context: SubscriptionContext): string | null =>
  context.replaces !== undefined && context.chargesMade === 0 ? context.nextChargeAt : null

/** Returns until when it is paid for: by its own charges, or before them by the one whose place it takes. */
export const coveredTimeEndOf = (context: SubscriptionContext): string | null =>
  paidTimeEndOf(context) ?? inheritedTimeEndOf(context)

/** Returns when the first charge may be made, in Unix milliseconds: after a switch, not before the paid time is over. */
export const startsAt = ({ startFrom, nextChargeAt }: SubscriptionContext): number =>
  Math.max(Date.parse(startFrom), Date.parse(nextChargeAt))

/** Returns when the contract of a subscription that ends with its paid time is cancelled, in Unix milliseconds. */
export const endIsDueAt = ({ nextChargeAt, periodDays }: SubscriptionContext): number =>
  Date.parse(nextChargeAt) - Math.min((periodDays * dayMs) / 8, endLeadMaxMs)

/**
 * Returns until when a pause can last that the service begins now, or has begun: it ends by itself or is resumed by then.
 * From a little later on only the payer can resume.
 */
export const pausableUntil = (context: SubscriptionContext): string =>
  latestResumeOf(
    context,
    context.operatorUntil ?? toMomentFromMs(Date.parse(context.nextChargeAt) + lateMaxMs(context)),
  )

/** Returns when the pause ends by itself: as somebody said, while the service can still resume it. */
export function resumesAtOf(context: SubscriptionContext): string | null {
  const { resumeAt, operatorUntil } = context
  if (resumeAt === null || operatorUntil === null) return resumeAt
  const latest = latestResumeOf(context, operatorUntil)
  return Date.parse(resumeAt) < Date.parse(latest) ? resumeAt : latest
}

/**
 * The contract goes by the time of the block, and a request that is made in its last moment is mined after it: the
 * pause ends a quarter of the grace before, and at most six hours.
 */
const latestResumeOf = (context: SubscriptionContext, operatorUntil: string): string =>
  toMomentFromMs(Date.parse(operatorUntil) - Math.min(lateMaxMs(context) / 4, resumeLeadMaxMs))

/** Returns until when the payer may withdraw; null where no right to it was agreed, or nothing yet. */
export function withdrawUntilOf({ withdrawalDays, agreedAt }: SubscriptionContext): string | null {
  if (withdrawalDays === undefined || agreedAt === null) return null
  return toMomentFromMs(Date.parse(agreedAt) + withdrawalDays * dayMs)
}

/** Returns how late the contract still lets a charge through: the grace, but at least its tolerance. */
export function lateMaxMs({ graceDays, periodDays }: SubscriptionContext): number {
  const toleranceMs = Math.min((periodDays * dayMs) / 4, lateToleranceMaxMs)
  return Math.max(graceDays * dayMs, toleranceMs)
}

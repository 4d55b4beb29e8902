/** When what happens to a subscription: its grace, the warning before it ends, the time that is paid for. */
import { dayMs, hourMs } from '../effect.ts'
import type { SubscriptionContext } from './subscription.context.ts'

const lateToleranceMaxMs = dayMs
const lapseWarningMinMs = 3 * hourMs
const lapseWarningMaxMs = dayMs

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

/** Returns when the time that was paid for ends; null before the first charge, and in a pause. */
export const paidTimeEndOf = ({ chargesMade, frozenBy, nextChargeAt }: SubscriptionContext) =>
  chargesMade > 0 && frozenBy === null ? nextChargeAt : null

/** How late the contract still lets a charge through: the grace, but at least its tolerance. */
export function lateMaxMs({ graceDays, periodDays }: SubscriptionContext): number {
  const toleranceMs = Math.min((periodDays * dayMs) / 4, lateToleranceMaxMs)
  return Math.max(graceDays * dayMs, toleranceMs)
}

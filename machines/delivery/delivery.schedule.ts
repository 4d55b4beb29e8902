/**
 * When a delivery is tried next. Attempts follow a schedule for three days. One that is *early*, because
 * the endpoint answered to others, uses up nothing of it.
 */
import { hourMs, minuteMs } from '../durations.ts'
import type { DeliveryContext } from './delivery.context.ts'

/** The wait after the first, second … failed attempt. */
const retryAfterMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]
/** A wait is up to a fifth longer or shorter. */
const jitterMax = 0.2
/** For how long attempts are made, if each wait is as long as it is on average: 75 h 35 m 5 s. */
export const attemptsForMs = retryAfterMs.reduce((sum, waitMs) => sum + waitMs, 0)

/** The wait after an early attempt that failed, unless the schedule comes first; it doubles each time. */
const retryEarlyAfterMs = minuteMs
const retryEarlyAfterMsMax = 2 * hourMs

export const mayTryAgain = (context: DeliveryContext): boolean =>
  isEarly(context) || waitsUsed(context) < retryAfterMs.length

/** Plans the next attempt after one that failed. `jitter` is the part of the wait that it is moved by. */
export function planNext(context: DeliveryContext, jitter: number): Partial<DeliveryContext> {
  const schedule = followSchedule(context, jitter)
  const { scheduledAt, earlyFailures, now } = { ...context, ...schedule }
  if (scheduledAt === null || earlyFailures === 0)
    return { ...schedule, nextAttemptAt: scheduledAt }
  const waitMs = Math.min(retryEarlyAfterMs * 2 ** (earlyFailures - 1), retryEarlyAfterMsMax)
  const earlyAt = now + waitMs * (1 + jitter)
  return { ...schedule, nextAttemptAt: momentOf(Math.min(Date.parse(scheduledAt), earlyAt)) }
}

function followSchedule(context: DeliveryContext, jitter: number): Partial<DeliveryContext> {
  if (isEarly(context)) return { earlyFailures: context.earlyFailures + 1 }
  const waits = waitsUsed(context)
  const waitMs = retryAfterMs[waits]
  if (waitMs === undefined) return { scheduledAt: null }
  return { waits: waits + 1, scheduledAt: momentOf(context.now + waitMs * (1 + jitter)) }
}

const isEarly = ({ scheduledAt, now }: DeliveryContext): boolean =>
  scheduledAt !== null && Date.parse(scheduledAt) > now

/**
 * Counts the waits that are used up: by attempts, or by age where it was held up by earlier ones or by
 * an endpoint that was down. A wait counts as over when it is at its longest.
 */
function waitsUsed({ waits, dueAt, now }: DeliveryContext): number {
  const ageMs = now - Date.parse(dueAt)
  // Attempts that hang, and a service that is busy, use up no wait.
  if (ageMs < hourMs) return waits
  let used = 0
  let endsAtMs = 0
  for (const waitMs of retryAfterMs) {
    endsAtMs += waitMs * (1 + jitterMax)
    if (endsAtMs > ageMs) break
    used++
  }
  return Math.max(waits, used)
}

export const momentOf = (ms: number): string => new Date(Math.round(ms)).toISOString()

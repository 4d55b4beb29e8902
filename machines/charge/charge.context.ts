/** The context of a charge, and the times of its attempts. */
import { z } from 'zod'
import { dayMs, hourMs } from '../durations.ts'
import { Hash, Id, Moment, Reason } from '../primitives.ts'
import { ChargeInput } from './charge.events.ts'
import type { ReasonName } from '../reasons.ts'

export const ChargeContext = z.strictObject({
  ...ChargeInput.shape,
  now: z.number(),
  /** Attempts that failed or are under way. */
  attempts: z.int().nonnegative(),
  reason: Reason.nullable(),
  transactionId: Id.nullable(),
  transactionHash: Hash.nullable(),
  chargedAt: Moment.nullable(),
  nextAttemptAt: Moment.nullable(),
  isCancelRequested: z.boolean(),
})
export type ChargeContext = z.infer<typeof ChargeContext>

/** Times of the attempts, from the due time on; after the last of them, one attempt a day. */
const attemptOffsetsMs = [0, hourMs, 6 * hourMs, dayMs]
/** The last attempt is made this long before the end of the grace, so that the chain has time for it. */
const lastCallMs = 10 * 60_000

export function firstMemory(input: ChargeInput & { now: number }): ChargeContext {
  return {
    ...input,
    attempts: 0,
    reason: null,
    transactionId: null,
    transactionHash: null,
    chargedAt: null,
    nextAttemptAt: null,
    isCancelRequested: false,
  }
}

/**
 * Returns the moment of the next attempt in Unix milliseconds, or null when the grace leaves no
 * time for one.
 */
export function nextAttemptMs(context: ChargeContext, offsetsMs = attemptOffsetsMs): number | null {
  const dueMs = Date.parse(context.dueAt)
  const lastCallAtMs = Date.parse(context.graceUntil) - lastCallMs
  if (context.now >= lastCallAtMs) return null
  const offsetMs = offsetsMs.find((offset) => dueMs + offset > context.now)
  const daysLate = Math.floor((context.now - dueMs) / dayMs)
  const nextMs = dueMs + (offsetMs ?? (daysLate + 1) * dayMs)
  return Math.min(nextMs, lastCallAtMs)
}

export function rememberFailure(
  { context }: { context: ChargeContext },
  { reason }: { reason: ReasonName },
  offsetsMs = attemptOffsetsMs,
): Partial<ChargeContext> {
  const nextMs = context.isInitial ? null : nextAttemptMs(context, offsetsMs)
  return { reason, nextAttemptAt: nextMs === null ? null : new Date(nextMs).toISOString() }
}

/**
 * Shows how much time is left. The moment of expiry is always shown; the clock ticks only near the end, so that nobody
 * is hurried through a payment.
 */
export const tickingMs = 10 * 60_000
const urgentMs = 60_000

export type TimeLeft =
  | { status: 'ample' }
  | { status: 'short'; minutes: number; seconds: number; isUrgent: boolean }
  | { status: 'over' }

/** Both moments in milliseconds since the epoch, in the service's time. */
export function timeLeft(now: number, expiresAt: number): TimeLeft {
  const left = expiresAt - now
  if (left <= 0) return { status: 'over' }
  if (left > tickingMs) return { status: 'ample' }
  const seconds = Math.ceil(left / 1000)
  return {
    status: 'short',
    minutes: Math.floor(seconds / 60),
    seconds: seconds % 60,
    isUrgent: left <= urgentMs,
  }
}

/** Milliseconds until the result of `timeLeft` changes; null where it changes no more. */
export function untilNextTick(now: number, expiresAt: number): number | null {
  const left = expiresAt - now
  if (left <= 0) return null
  if (left > tickingMs) return left - tickingMs
  return left % 1000 || 1000
}

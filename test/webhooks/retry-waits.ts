import { hourMs, minuteMs } from '../../machines/durations.ts'

/** The waits of the service before the second attempt, the third, and so on. */
export const retryWaitsMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs),
]

/** After this the second attempt has been made: it comes up to a fifth later. */
export const secondAttemptMs = 1.2 * retryWaitsMs[0]!

import { hourMs, minuteMs } from '../../machines/durations.ts'

/** The waits of the service before the second attempt, the third, and so on. */
export const retryWaitsMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs),
]

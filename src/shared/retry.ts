/** Returns the exponential backoff (1 base, 2, 4 … up to `maxMs`) after an attempt, counted from 1. */
export function backoffMs(attempt: number, baseMs: number, maxMs: number): number {
  return Math.min(maxMs, baseMs * 2 ** Math.min(attempt - 1, 30))
}

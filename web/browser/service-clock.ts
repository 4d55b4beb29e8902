/**
 * The service's clock: the payer's may be wrong, and the test clock may be ahead of both. All moments that
 * the service names are by its own.
 */
let aheadMs = 0

/** Follows the clock that an answer was written by, in Unix milliseconds. */
export function followServiceClock(now: number): void {
  aheadMs = now - Date.now()
}

/** In Unix milliseconds. */
export const serviceNow = (): number => Date.now() + aheadMs

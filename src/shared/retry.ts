/** Waits `delayMs`, or less when the signal aborts. */
export function wait(delayMs: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(done, delayMs)
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    signal?.addEventListener('abort', done, { once: true })
  })
}

/** Returns the exponential backoff (1 base, 2, 4 … up to `maxMs`) after an attempt, counted from 1. */
export function backoffMs(attempt: number, baseMs: number, maxMs: number): number {
  return Math.min(maxMs, baseMs * 2 ** Math.min(attempt - 1, 30))
}

/** Returns the answer where it comes within `limitMs`, and null where it does not; throws what the work throws until then. */
export async function inTime<Answer>(
  work: Promise<Answer>,
  limitMs: number,
): Promise<Answer | null> {
  const ended = new AbortController()
  try {
    return await Promise.race([work, wait(limitMs, ended.signal).then(() => null)])
  } finally {
    ended.abort()
  }
}

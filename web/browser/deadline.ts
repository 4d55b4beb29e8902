/**
 * A signal that aborts by itself. Safari 15 and Chrome before 103 have no `AbortSignal.timeout`; without it a page would wait
 * for ever, and say nothing.
 */
export function abortAfter(timeoutMs: number): AbortSignal {
  const deadline = new AbortController()
  setTimeout(() => deadline.abort(), timeoutMs)
  return deadline.signal
}

/**
 * Failures: the world did not answer, or said no. A relay retries a `RetryableError`
 * with backoff and then parks it for the operator. A caller's mistake is a problem (see
 * `problems.ts`); a command that the state does not allow is a refusal, and no error at all.
 */
export class RetryableError extends Error {
  override name = 'RetryableError'
}

/** What others say may be of any length; logs and stored reasons are not. */
const textCharactersMax = 2_000

/** The text of anything thrown, for logs and stored reasons. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.slice(0, textCharactersMax)
}

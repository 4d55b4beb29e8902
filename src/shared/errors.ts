/**
 * Failures of the outside world, which did not answer or refused. A relay retries a `RetryableError`
 * with backoff and then parks it for the operator. A caller's mistake is a problem (see
 * `problems.ts`); a command that the state does not allow is a refusal, and no error.
 */
export class RetryableError extends Error {
  override name = 'RetryableError'
}

/** The most characters of an error text in logs and stored reasons; others' texts may have any length. */
const textCharactersMax = 2_000

/** Returns the text of anything thrown, for logs and stored reasons. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.slice(0, textCharactersMax)
}

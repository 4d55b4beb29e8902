/**
 * Failures: the world did not answer, or said no. A relay retries a `RetryableError`
 * with backoff and then parks it for the operator; a `TerminalError` becomes an event
 * to the actor that asked. What the caller did wrong is a problem (see `problems.ts`);
 * what the state does not allow is a refusal, and no error at all.
 */
export class RetryableError extends Error {
  override name = 'RetryableError'
}

export class TerminalError extends Error {
  override name = 'TerminalError'
}

/** What others say may be of any length; logs and stored reasons are not. */
const textCharactersMax = 2_000

/** The text of anything thrown, for logs and stored reasons. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.slice(0, textCharactersMax)
}

/**
 * Failures of the outside world, which did not answer or refused. A relay retries a `RetryableError`
 * with backoff; a worker leaves the message to another moment or another worker. A caller's mistake is a problem (see
 * `problems.ts`); a command that the state does not allow is a refusal, and no error.
 */
import { z } from 'zod'

export class RetryableError extends Error {
  override name = 'RetryableError'
}

/** The most characters of an error text in logs and stored reasons; others' texts may have any length. */
const textCharactersMax = 2_000

/** Returns the text of anything thrown, for logs and stored reasons. */
export function errorText(error: unknown): string {
  return plainText(error).slice(0, textCharactersMax)
}

/** Lists each fault of what does not fit a schema, with its place; the error's own message is JSON. */
function plainText(error: unknown): string {
  if (error instanceof z.ZodError)
    return error.issues
      .map(({ path, message }) => (path.length ? `${path.join('.')}: ${message}` : message))
      .join('; ')
  return error instanceof Error ? error.message : String(error)
}

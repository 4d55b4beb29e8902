/**
 * Tells a database that is away, restarting, or too busy from a statement that is wrong.
 * The first heals by waiting; the second is a fault of ours.
 */

/** Connection lost, shutting down, out of room, or out of time. 08P01 is not: it blames what we sent. */
const healingStates = /^(080|53|57P|57014|40001|40P01|55P03|25P03)/
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])
/** What `pg` says in words only. */
const healingMessages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|connection timeout/i

export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; depth++) {
    const { code } = cause as { code?: unknown }
    if (typeof code === 'string' && (networkCodes.has(code) || healingStates.test(code)))
      return true
    if (healingMessages.test(cause.message)) return true
    if (cause instanceof AggregateError) cause = cause.errors[0]
    else cause = cause.cause ?? (cause as { previous?: unknown }).previous
  }
  return false
}

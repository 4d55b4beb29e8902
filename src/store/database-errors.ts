/**
 * What an error of the database means: that it is away, restarting or too busy, which heals by
 * waiting; that two commits met, which heals by trying again; or that a row is at fault.
 */

const lockTimeout = '55P03'
const collisions = new Set(['40001', '40P01', lockTimeout])

/** Two commits met; the same again will go through. */
export const isCollision = (error: unknown): boolean => collisions.has(sqlState(error))

/**
 * One of the rows is at fault, so the others may go without it: Postgres refused it (class 22:
 * data, 23: constraints, 54: limits), somebody holds it, or it could not even be written down.
 */
export const isFaultOfOne = (error: unknown): boolean =>
  /^(22|23|54)/.test(sqlState(error)) ||
  sqlState(error) === lockTimeout ||
  error instanceof TypeError ||
  error instanceof RangeError

/** Connection lost, shutting down, out of space, or out of time. 08P01 is not: it blames what we sent. */
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

function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

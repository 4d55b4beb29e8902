/**
 * Classifies errors of the database: it is away, restarting or too busy, which waiting heals; two
 * commits collided, which trying again heals; or a row is at fault.
 */

const lockTimeout = '55P03'
const collisions = new Set(['40001', '40P01', lockTimeout])

/** Whether a lock was waited for as long as one may. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === lockTimeout

/** Whether two commits collided, so that the same commit will go through next time. */
export const isCollision = (error: unknown): boolean => collisions.has(sqlState(error))

/** Whether a row is there already that has to be the only one of its kind. */
export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505'

/** A check has the first; Citus gives the second for what a node says while rows are copied to it. */
const partitionMissing = new Set(['23514', 'XX000'])

/** Whether a row belongs into a partition that is not there; Postgres has no state of its own for that. */
export const isPartitionMissing = (error: unknown): boolean =>
  partitionMissing.has(sqlState(error)) &&
  error instanceof Error &&
  error.message.startsWith('no partition of relation')

/**
 * Whether one row is at fault, so that the others can be committed without it: Postgres refused it
 * (class 22: data, 23: constraints, 54: limits), it is locked, or it could not even be encoded.
 */
export const isFaultOfOne = (error: unknown): boolean =>
  /^(22|23|54)/.test(sqlState(error)) ||
  sqlState(error) === lockTimeout ||
  error instanceof TypeError ||
  error instanceof RangeError

/** Whether Postgres refused what a row holds, which it will do every time. */
export const isRowRefused = (error: unknown): boolean =>
  isFaultOfOne(error) && !isCollision(error) && !isPartitionMissing(error)

/** Whether Postgres or the connection to it said so. */
export const isFromDatabase = (error: unknown): boolean => /^[0-9A-Z]{5}$/.test(sqlState(error))

/**
 * Connection lost, shutting down, out of space, out of time, a disk that fails (58), or a standby (25006), which another
 * server or a promotion heals. Not 08P01, which blames what we sent.
 */
const healingStates = /^(080|53|57P|57014|58|40001|40P01|55P03|25P03|25006)/
/** Postgres reports files that became read-only like a missing right; the source file tells them apart. */
const noPrivilege = '42501'
const sourcesOfFileErrors = /^(md|fd|slru|xlog|buffile|copydir|relmapper)\.c$/
function isFileRefused(error: Error): boolean {
  const { code, file } = error as { code?: unknown; file?: unknown }
  return code === noPrivilege && typeof file === 'string' && sourcesOfFileErrors.test(file)
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // This process or machine has no more descriptors, ports or buffers for a connection: that passes, too.
  'EMFILE',
  'ENFILE',
  'EADDRNOTAVAIL',
  'ENOBUFS',
])
/** Errors that `pg` reports by their text only. */
const healingMessages =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client has encountered a connection error|connection timeout/i

export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; depth++) {
    const { code } = cause as { code?: unknown }
    if (typeof code === 'string' && (networkCodes.has(code) || healingStates.test(code)))
      return true
    if (isFileRefused(cause) || healingMessages.test(cause.message)) return true
    if (cause instanceof AggregateError) cause = cause.errors[0]
    else cause = cause.cause ?? (cause as { previous?: unknown }).previous
  }
  return false
}

function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** What an error of Postgres means for the commit that met it. */

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

function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** What an error of Postgres means for the commit that met it. */

const serializationCodes = new Set(['40001', '40P01', '55P03'])

/** Two commits met; the same again will go through. */
export const isCollision = (error: unknown): boolean => serializationCodes.has(sqlState(error))

/** One of the rows is at fault (class 22: data, 23: constraints), so the others may go without it. */
export const isRowFault = (error: unknown): boolean => /^2[23]/.test(sqlState(error))

function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

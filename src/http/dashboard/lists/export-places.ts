/** Limits the exports under way: each holds a connection and a moment of the database. */
import { Problem } from '../../../shared/problems.ts'
import type { Database } from '../../../store/database.ts'

export const exportsOfMerchantMax = 2
/** One process makes so many, out of its connections, which are 20 where nothing is set. */
const exportsAtOnceMax = 6
export const exportMinutesMax = 15
const retryAfterSeconds = 10

/** Counts the exports under way by merchant, for each database. */
const underWay = new WeakMap<Database, Map<string, number>>()

/**
 * Takes a place of a merchant, or of the operators, and returns what gives it back; throws `TooManyRequests` where
 * there is none.
 */
export function takePlace(database: Database, whose: string): () => void {
  const taken = underWay.get(database) ?? new Map<string, number>()
  underWay.set(database, taken)
  const own = taken.get(whose) ?? 0
  const all = [...taken.values()].reduce((sum, count) => sum + count, 0)
  if (own >= exportsOfMerchantMax)
    throw tooMany(`${exportsOfMerchantMax} exports of yours are under way`)
  if (all >= exportsAtOnceMax) throw tooMany(`${exportsAtOnceMax} exports are under way`)
  taken.set(whose, own + 1)
  let isTaken = true
  return () => {
    if (!isTaken) return
    isTaken = false
    const left = taken.get(whose)! - 1
    if (left > 0) taken.set(whose, left)
    else taken.delete(whose)
  }
}

const tooMany = (what: string): Problem =>
  new Problem('TooManyRequests', `${what}; try again when one has ended.`, {
    headers: { 'retry-after': String(retryAfterSeconds) },
  })

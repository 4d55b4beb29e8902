/** How many exports are made at once: each holds a connection and a moment of the database. */
import { Problem } from '../../../shared/problems.ts'
import type { Owner } from '../../../shared/owner.ts'
import type { Database } from '../../../store/database.ts'

export const exportsOfMerchantMax = 2
/** Of one process, out of the 20 connections that it has. */
const exportsAtOnceMax = 6
export const exportMinutesMax = 15
const retryAfterSeconds = 10

/** Those under way, by merchant, for each database. */
const underWay = new WeakMap<Database, Map<string, number>>()

/** Takes a place and returns what gives it back; throws `TooManyRequests` where there is none. */
export function takePlace(database: Database, { merchantId }: Owner): () => void {
  const taken = underWay.get(database) ?? new Map<string, number>()
  underWay.set(database, taken)
  const own = taken.get(merchantId) ?? 0
  const all = [...taken.values()].reduce((sum, count) => sum + count, 0)
  if (own >= exportsOfMerchantMax)
    throw tooMany(`${exportsOfMerchantMax} exports of this merchant are under way`)
  if (all >= exportsAtOnceMax) throw tooMany(`${exportsAtOnceMax} exports are under way`)
  taken.set(merchantId, own + 1)
  let isTaken = true
  return () => {
    if (!isTaken) return
    isTaken = false
    const left = taken.get(merchantId)! - 1
    if (left > 0) taken.set(merchantId, left)
    else taken.delete(merchantId)
  }
}

const tooMany = (what: string): Problem =>
  new Problem('TooManyRequests', `${what}; try again when one has ended.`, {
    headers: { 'retry-after': String(retryAfterSeconds) },
  })

/** The charges to come, if each is made on its day: for the list on the page, and the calendar. */
import { chargesLeft, type ContractReading } from './contract-reading.ts'
import { coverageOf, dueAt } from './coverage.ts'
import type { SubscriptionTerms } from './terms.ts'

export type NextCharge = {
  /** Counted from the first charge of the subscription: the contract's own number. */
  period: number
  /** Unix seconds. */
  dueAt: number
  /** Base units. */
  amount: bigint
  /** Whether the allowance of today reaches as far. */
  isAllowed: boolean
}

const listedChargesMax = 24

/** Lists the next charges, at most `chargesMax`; none while it is paused, which moves them all. */
export function nextCharges(
  terms: SubscriptionTerms,
  reading: ContractReading,
  chargesMax = listedChargesMax,
): NextCharge[] {
  if (reading.frozenBy !== null) return []
  const count = Math.min(chargesLeft(terms, reading), chargesMax)
  const { charges: allowed } = coverageOf(terms, reading)
  return Array.from({ length: count }, (_, place) => ({
    period: reading.charged + place + 1,
    dueAt: dueAt(terms, reading, place),
    amount: BigInt(terms.amount),
    isAllowed: place < allowed,
  }))
}

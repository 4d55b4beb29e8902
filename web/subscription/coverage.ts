/** Computes what an allowance covers: how many charges, which sum, and until when. */
import { daySeconds } from '../../machines/durations.ts'
import type { ContractReading } from './contract-reading.ts'
import { chargesLeft } from './contract-reading.ts'
import { type SubscriptionTerms, toleranceSeconds } from './terms.ts'

export type Coverage = {
  charges: number
  /** Base units that these charges take. */
  sum: bigint
  /** Unix seconds: when the last of them is due, if each is made on its day; null where there is none. */
  lastChargeAt: number | null
  /** Unix seconds: the end of the time that they pay for. */
  lastsUntil: number | null
}

/** Tells what the allowance covers from now on: no more than the charges that are left. */
export function coverageOf(
  terms: SubscriptionTerms,
  reading: ContractReading,
  allowance: bigint = reading.allowance,
): Coverage {
  const amount = BigInt(terms.amount)
  const left = BigInt(chargesLeft(terms, reading))
  const affordable = allowance / amount
  const charges = Number(affordable < left ? affordable : left)
  if (charges === 0) return { charges, sum: 0n, lastChargeAt: null, lastsUntil: null }
  return {
    charges,
    sum: amount * BigInt(charges),
    lastChargeAt: dueAt(terms, reading, charges - 1),
    lastsUntil: dueAt(terms, reading, charges),
  }
}

/**
 * When the charge so many places after the next one is due, in Unix seconds: of a paused subscription, if it went on
 * now. A charge that is late does not move those that follow, but a first one later than the tolerance does.
 */
export function dueAt(terms: SubscriptionTerms, reading: ContractReading, place: number): number {
  const { blockTime, secondsLeft, charged } = reading
  const beginsNow = charged === 0 && -secondsLeft > toleranceSeconds(terms)
  const next = blockTime + (place === 0 || beginsNow ? Math.max(0, secondsLeft) : secondsLeft)
  return next + place * terms.periodDays * daySeconds
}

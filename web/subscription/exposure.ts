/**
 * The most that can ever leave the payer's wallet for a subscription, from the chain alone: terms,
 * charges made, allowance and balance. Nobody can make the contract take more, not even the service.
 */
import { type ContractReading, type DeadBecause, whyDead } from './contract-reading.ts'
import { coverageOf } from './coverage.ts'
import type { SubscriptionTerms } from './terms.ts'

export type Exposure = {
  /** Base units: the most that can ever leave, with the allowance as it is. */
  most: bigint
  /** Unix seconds: the last charge, if each is made on its day; null where nothing will be taken. */
  until: number | null
  /** Base units that can leave at this moment: one charge, or nothing. */
  now: bigint
  /** Base units that the contract would take next, and when; null where it takes nothing. */
  next: { amount: bigint; dueAt: number } | null
  /** The next charge lacks this, as things are. */
  missing: { allowance: bigint; balance: bigint }
  /** Names who froze the contract; null while it runs, or has ended. */
  pausedBy: ContractReading['frozenBy']
  deadBecause: DeadBecause | null
  /** The allowance outlives the contract: it can take nothing, and is better set to zero. */
  hasDeadAllowance: boolean
}

export function exposureOf(terms: SubscriptionTerms, reading: ContractReading): Exposure {
  const deadBecause = whyDead(terms, reading)
  const { sum, lastChargeAt } = coverageOf(terms, reading)
  const amount = BigInt(terms.amount)
  const pausedBy = deadBecause === null ? reading.frozenBy : null
  const takesNext = deadBecause === null && pausedBy === null
  return {
    most: sum,
    until: lastChargeAt,
    now: takesNext && isChargeableNow(terms, reading) ? amount : 0n,
    next: takesNext ? { amount, dueAt: reading.nextDue } : null,
    missing: {
      allowance: takesNext ? shortOf(amount, reading.allowance) : 0n,
      balance: takesNext ? shortOf(amount, reading.balance) : 0n,
    },
    pausedBy,
    deadBecause,
    hasDeadAllowance: deadBecause !== null && reading.allowance > 0n,
  }
}

function isChargeableNow(terms: SubscriptionTerms, reading: ContractReading): boolean {
  const amount = BigInt(terms.amount)
  const isDue = reading.blockTime >= reading.nextDue
  return isDue && reading.allowance >= amount && reading.balance >= amount
}

const shortOf = (needed: bigint, had: bigint): bigint => (had < needed ? needed - had : 0n)

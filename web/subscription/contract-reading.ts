/** Reads where a subscription stands, as its contract and its token say at one block. */
import type { SubscriptionTerms } from './terms.ts'
import { lateSecondsMax } from './terms.ts'

export type ContractReading = {
  /** Unix seconds, of the block at which everything else was read. */
  blockTime: number
  /** Before the first charge a contract may not be there yet. */
  isDeployed: boolean
  /** Unix seconds; while it is frozen: when it was due before. */
  nextDue: number
  /** The time to the next charge, below zero by as much as it is overdue; stands still while frozen. */
  secondsLeft: number
  charged: number
  frozenBy: 'payer' | 'operator' | null
  isCancelled: boolean
  /** Base units: what the contract may take from the payer, and what the payer has. */
  allowance: bigint
  balance: bigint
}

/** Why nothing will ever be taken any more; null where something may be. */
export type DeadBecause = 'cancelled' | 'finished' | 'lapsed' | 'expired'

/** Tells whether the contract is dead for good, whatever the payer allows. */
export function whyDead(terms: SubscriptionTerms, reading: ContractReading): DeadBecause | null {
  if (reading.isCancelled) return 'cancelled'
  if (reading.charged >= terms.maxPeriods) return 'finished'
  if (reading.charged === 0) return reading.blockTime > terms.activateUntil ? 'expired' : null
  const isLapsed = reading.blockTime > reading.nextDue + lateSecondsMax(terms)
  return isLapsed && reading.frozenBy === null ? 'lapsed' : null
}

/** Returns how many more charges the contract may make, by its terms. */
export const chargesLeft = (terms: SubscriptionTerms, reading: ContractReading): number =>
  whyDead(terms, reading) === null ? terms.maxPeriods - reading.charged : 0

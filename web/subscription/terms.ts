/** Everything that a subscription's contract commits to, as the service states it. */
import type { Address, Hex } from 'viem'
import { daySeconds } from '../../machines/durations.ts'

export type SubscriptionTerms = {
  /** The id inside the contract's salt: 32 bytes. */
  id: Hex
  token: Address
  /** The merchant's receiver. */
  merchant: Address
  payer: Address
  /** The merchant's gas wallet: may pause and cancel, never move money. */
  operator: Address
  /** Base units of one charge. */
  amount: string
  /** Unix seconds, as `activateUntil` is. */
  start: number
  periodDays: number
  maxPeriods: number
  graceDays: number
  activateUntil: number
}

/** A subscription as far as the chain knows it: its terms, and where its contract is. */
export type OnChainSubscription = {
  terms: SubscriptionTerms
  contractAddress: Address
  factory: Address
  chainId: number
}

/** A draft is given up so long before its contract refuses the first charge. */
const draftEndsBeforeSeconds = 7 * daySeconds

/** Until when a draft waits for its payer's money, in ISO 8601. */
export const draftUntil = ({ activateUntil }: SubscriptionTerms): string =>
  new Date((activateUntil - draftEndsBeforeSeconds) * 1000).toISOString()

const toleranceSecondsMax = daySeconds
const toleranceDivisor = 4

/** The first charge may be so many seconds late without moving those that follow, and any other without a grace. */
export const toleranceSeconds = ({ periodDays }: SubscriptionTerms): number =>
  Math.min((periodDays * daySeconds) / toleranceDivisor, toleranceSecondsMax)

/** Returns how many seconds late a charge may be: the grace, or the tolerance where that is longer. */
export const lateSecondsMax = (terms: SubscriptionTerms): number =>
  Math.max(terms.graceDays * daySeconds, toleranceSeconds(terms))

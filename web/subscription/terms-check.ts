/**
 * Holds the terms that a signature would bind to against what the page has shown. The payer reads
 * sentences; what is signed must say the same, to the last digit.
 */
import type { Address } from 'viem'
import { deriveContractAddress } from './contract-address.ts'
import type { OnChainSubscription, SubscriptionTerms } from './terms.ts'

/** The payer has read this before anything is signed. */
export type ShownTerms = Pick<
  SubscriptionTerms,
  'token' | 'merchant' | 'payer' | 'amount' | 'periodDays' | 'maxPeriods' | 'graceDays'
> & {
  /** Unix seconds: the first charge that was shown; the terms may name a later moment, no earlier one. */
  startsAt: number
}

export type TermsRefusal =
  | { reason: 'addressDiffers'; shown: Address; expected: Address }
  /** The factory, or the contract behind its clones, does not run the code that this page knows. */
  | { reason: 'factoryUnknown' }
  /** The token does not count in the decimals in which the amount is shown. */
  | { reason: 'tokenDiffers' }
  | { reason: 'termsDiffer'; field: keyof ShownTerms }

/** Returns the first term that is not as it was shown; null where all are. */
export function compareTerms(shown: ShownTerms, terms: SubscriptionTerms): TermsRefusal | null {
  for (const field of ['token', 'merchant', 'payer'] as const)
    if (shown[field].toLowerCase() !== terms[field].toLowerCase())
      return { reason: 'termsDiffer', field }
  for (const field of ['amount', 'periodDays', 'maxPeriods', 'graceDays'] as const)
    if (shown[field] !== terms[field]) return { reason: 'termsDiffer', field }
  return terms.start < shown.startsAt ? { reason: 'termsDiffer', field: 'startsAt' } : null
}

/** Compares the address with the one derived here; null where they are equal. */
export function compareAddress(subscription: OnChainSubscription): TermsRefusal | null {
  const { contractAddress: shown } = subscription
  const expected = deriveContractAddress(subscription)
  return shown.toLowerCase() === expected.toLowerCase()
    ? null
    : { reason: 'addressDiffers', shown, expected }
}

/**
 * Defines the words for a reason: what is the case, which condition says no, with which values, what would change it.
 */
import type { Value } from '../story/values.ts'

/** Names the parties that can change it. `nobody`: it is over, or changes by itself. */
export const helpers = ['payer', 'merchant', 'operator', 'issuer', 'nobody'] as const
export type Helper = (typeof helpers)[number]

export type ReasonWords<Facts> = {
  /** States the case, as a clause: `the payer has less than one amount`. */
  says: string
  /** Adds what docs/reasons.md says beside it, as sentences, for whoever reads in peace. */
  more?: string
  /** The same of these facts, as a sentence with names and numbers; null where they are not known. */
  tells?: (facts: Facts) => string | null
  /** States what would have to hold, as a sentence. */
  condition: string
  values: (facts: Facts) => Value[]
  /** States what would change it, as a sentence. */
  change: string
  /** The same of these facts, as `tells`. */
  tellsChange?: (facts: Facts) => string | null
  helper: Helper
}

/** Names the side that a payer is told has to do something. */
export const sides = ['payer', 'merchant', 'network'] as const
export type Side = (typeof sides)[number]

/** Adds the side for payers; null: there is nothing to mend. */
export type ChargeWords<Facts> = ReasonWords<Facts> & { side: Side | null }
export type ChargeCatalogue<Reason extends string, Facts> = Record<Reason, ChargeWords<Facts>>

export type Catalogue<Reason extends string, Facts> = Record<Reason, ReasonWords<Facts>>

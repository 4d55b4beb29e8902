/**
 * Says how much the payer may allow: always a whole number of charges, exact by default, never without a limit. A new
 * allowance replaces the one before.
 */
import { chargesLeft, type ContractReading } from './contract-reading.ts'
import { type Coverage, coverageOf } from './coverage.ts'
import type { SubscriptionTerms } from './terms.ts'

export type AllowanceOption = Coverage & {
  /** Base units to allow: the amount of one charge, so many times. */
  allowance: bigint
  isAll: boolean
}

const usualNumbers = [3, 12]

/** The numbers of charges to choose from, ascending; the last one is all that are left. */
export function allowanceOptions(
  terms: SubscriptionTerms,
  reading: ContractReading,
): AllowanceOption[] {
  const left = chargesLeft(terms, reading)
  if (left === 0) return []
  const numbers = [...usualNumbers.filter((number) => number < left), left]
  return numbers.map((charges) => toOption(terms, reading, charges))
}

/** The option of all charges that are left; undefined where none is. */
export const allOf = (options: readonly AllowanceOption[]): AllowanceOption | undefined =>
  options.find(({ isAll }) => isAll)

/** The option for a number that the payer typed; null where that is no number of charges from 1 to all. */
export function ownOption(
  terms: SubscriptionTerms,
  reading: ContractReading,
  typed: string,
): AllowanceOption | null {
  const left = chargesLeft(terms, reading)
  if (!/^[1-9]\d{0,4}$/.test(typed.trim())) return null
  const charges = Number(typed.trim())
  return charges <= left ? toOption(terms, reading, charges) : null
}

function toOption(
  terms: SubscriptionTerms,
  reading: ContractReading,
  charges: number,
): AllowanceOption {
  const allowance = BigInt(terms.amount) * BigInt(charges)
  const isAll = charges === chargesLeft(terms, reading)
  return { ...coverageOf(terms, reading, allowance), allowance, isAll }
}

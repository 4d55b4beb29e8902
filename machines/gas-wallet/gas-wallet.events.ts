/** The events of a gas wallet: what its chain's watcher measures. */
import { z } from 'zod'
import { Address, BaseUnits, Moment, ownerFields } from '../primitives.ts'

/** Describes how much a wallet holds, and how long that lasts. */
const measure = {
  /** Wei. */
  balance: BaseUnits,
  /** Charges that the balance pays for, each in a transaction of its own. */
  chargesLeft: z.int().nonnegative(),
  /** Whole days until the first charge or sweep that it cannot pay for; null where none is to come. */
  daysLeft: z.int().nonnegative().nullable(),
}
export const GasMeasure = z.strictObject(measure)
export type GasMeasure = z.infer<typeof GasMeasure>

export const GasWalletInput = z.strictObject({
  /** Its address, which no two wallets share. */
  id: Address,
  ...ownerFields,
  blockchain: z.string(),
  nativeSymbol: z.string(),
  ...measure,
  createdAt: Moment,
})
export type GasWalletInput = z.infer<typeof GasWalletInput>

export const GasWalletEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('gasWallet.measured'), ...measure }),
])
export type GasWalletEvent = z.infer<typeof GasWalletEvent>

export type GasLevel = 'Ready' | 'Low' | 'Empty'

/** A wallet is low when it lasts for less than so many days. */
export const lowBelowDays = 7
/**
 * A low wallet is well with some days more, and an empty one with a charge more, so that prices do not make it change
 * to and fro.
 */
const wellFromDays = 9
const refilledFromCharges = 2

/** Judges a measure of a wallet that was at `level` before; null where it is new. */
export function judgeGasLevel(
  { chargesLeft, daysLeft }: Pick<GasMeasure, 'chargesLeft' | 'daysLeft'>,
  level: GasLevel | null,
): GasLevel {
  if (chargesLeft < (level === 'Empty' ? refilledFromCharges : 1)) return 'Empty'
  const wasWell = level === null || level === 'Ready'
  const isLow = daysLeft !== null && daysLeft < (wasWell ? lowBelowDays : wellFromDays)
  return isLow ? 'Low' : 'Ready'
}

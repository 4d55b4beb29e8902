/**
 * Spends a wallet on its charges in the order in which they fall due, each as a whole or not at all: one wallet is
 * counted once, however many subscriptions it pays for.
 */

/** A charge of the wallet; `isSure`: nothing but the balance stands in its way. Amounts are base units. */
export type WalletCharge = { contractAddress: string; amount: bigint; isSure: boolean }

export type ForecastVerdict = 'covered' | 'atRisk' | 'unknown'

/**
 * Judges the charges of one wallet, in order. A subscription whose charge fails is over before its next one, so that
 * one fails as well. Nobody knows whether charges that may not be made for another reason take their share: a charge is
 * covered where it fits in both cases, and at risk where it fits in neither.
 */
export function spendInOrder(held: bigint, charges: readonly WalletCharge[]): ForecastVerdict[] {
  const withAll = fittingOf(held, charges)
  const withSure = fittingOf(
    held,
    charges.filter(({ isSure }) => isSure),
  )
  return charges.map((charge) => {
    if (!charge.isSure) return 'unknown'
    const fits = [withAll.has(charge), withSure.has(charge)]
    if (fits.every(Boolean)) return 'covered'
    return fits.some(Boolean) ? 'unknown' : 'atRisk'
  })
}

function fittingOf(held: bigint, charges: readonly WalletCharge[]): Set<WalletCharge> {
  const fitting = new Set<WalletCharge>()
  const failed = new Set<string>()
  let left = held
  for (const charge of charges) {
    if (failed.has(charge.contractAddress) || left < charge.amount) {
      failed.add(charge.contractAddress)
      continue
    }
    left -= charge.amount
    fitting.add(charge)
  }
  return fitting
}

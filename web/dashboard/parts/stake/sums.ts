/** Sums and differences of amounts as the API writes them: exact, however many decimals their tokens have. */
import { formatAmount, formatMoney, toBaseUnits } from '../../../../src/shared/money.ts'

/** No token has more. */
const decimalsMax = 36

/** Returns how much more the one is; `0` where it is not. */
export function excessOver(one: string, other: string): string {
  const excess = toBaseUnits(one, decimalsMax) - toBaseUnits(other, decimalsMax)
  return excess > 0n ? formatAmount(excess, decimalsMax) : '0'
}

/** Adds up what is written like `18.5 ltUSDC`, for each asset by itself. */
export function addUp(amounts: readonly string[]): string[] {
  const byAsset = Map.groupBy(amounts, (amount) => amount.split(' ')[1] ?? '')
  return [...byAsset].map(([asset, some]) => {
    const units = some.map((amount) => toBaseUnits(amount.split(' ')[0] ?? '', decimalsMax))
    const total = units.reduce((sum, one) => sum + one, 0n)
    return formatMoney(total, decimalsMax, asset)
  })
}

/** The values that a condition saw, named and written for people. */
import { formatCoins, sayMoney } from '../../shared/money.ts'

export type Value = { name: string; value: string }

type Unit = { decimals: number; asset: string }

/** Base units of a token as money: `10.00 ltUSDC`. */
export const money = (
  name: string,
  baseUnits: bigint | string,
  { decimals, asset }: Unit,
): Value => ({
  name,
  value: sayMoney(baseUnits, decimals, asset),
})

/** Wei as coins of the chain; nothing where it is not known. */
export const coins = (
  name: string,
  wei: bigint | string | null | undefined,
  nativeSymbol: string,
): Value[] =>
  wei === null || wei === undefined ? [] : [{ name, value: formatCoins(BigInt(wei), nativeSymbol) }]

/** A moment, a number or a text; nothing where there is none. */
export const fact = (name: string, value: string | number | null | undefined): Value[] =>
  value === null || value === undefined || value === '' ? [] : [{ name, value: String(value) }]

/** Returns how much of the token is missing; zero where it suffices. */
export const missing = (wanted: string, there: string): bigint => {
  const lacking = BigInt(wanted) - BigInt(there)
  return lacking > 0n ? lacking : 0n
}

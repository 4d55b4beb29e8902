/**
 * Amounts as payers read them: a decimal point in every language, the cents of what is money, and the
 * symbol that wallets show. The asset's code only means something to the merchant. What is copied, or handed
 * to a wallet, is the plain decimal instead.
 */
import { formatAmount, writeDecimal } from '../../src/shared/money.ts'

/** `currency` is the merchant's code of the asset. */
export type Money = { value: string; currency: string }

/** Writes a plain decimal and its symbol, joined by a non-breaking space. */
export const writeSum = (value: string, symbol: string): string =>
  `${writeDecimal(value, symbol)}\u00a0${symbol}`

export const writeMoney = ({ value }: Money, { asset }: { asset: { symbol: string } }): string =>
  writeSum(value, asset.symbol)

export const writeUnits = (
  baseUnits: bigint | string,
  { token }: { token: { symbol: string; decimals: number } },
): string => writeSum(formatAmount(baseUnits, token.decimals), token.symbol)

/** More digits do not fit a small screen in large type. */
export const isLong = (value: string): boolean => value.length > longDigits

const longDigits = 12

export const isZero = ({ value }: Money): boolean => /^[0.]*$/.test(value)

/**
 * Amounts as the page writes them: the plain decimal, which a wallet takes as well, and the symbol
 * that wallets show. The asset's code only means something to the merchant.
 */

/** `currency` is the merchant's code of the asset. */
export type Money = { value: string; currency: string }

/** Writes value and symbol, joined by a non-breaking space. */
export function writeMoney({ value }: Money, { asset }: { asset: { symbol: string } }): string {
  return `${value}\u00a0${asset.symbol}`
}

/** More digits do not fit a small screen in large type. */
export const isLong = (value: string): boolean => value.length > longDigits

const longDigits = 12

export const isZero = ({ value }: Money): boolean => /^[0.]*$/.test(value)

/**
 * Amounts as the page writes them: the plain decimal, which a wallet takes as well, and the symbol
 * that wallets show. The asset's code only means something to the merchant.
 */
import type { Money, PaymentView } from './payment-view.ts'

/** Writes value and symbol, joined by a non-breaking space. */
export function writeMoney({ value }: Money, { asset }: Pick<PaymentView, 'asset'>): string {
  return `${value}\u00a0${asset.symbol}`
}

/** More digits do not fit a small screen in large type. */
export const isLong = (value: string): boolean => value.length > longDigits

const longDigits = 12

export const isZero = ({ value }: Money): boolean => /^[0.]*$/.test(value)

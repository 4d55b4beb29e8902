import { formatAmount } from '../../src/shared/money.ts'
import type { Offer } from './offer.ts'

/** Writes base units as the plain decimal and the symbol that wallets show. */
export const writeUnits = (baseUnits: bigint, { token }: Pick<Offer, 'token'>): string =>
  `${formatAmount(baseUnits, token.decimals)}\u00a0${token.symbol}`

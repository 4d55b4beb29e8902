/** Amounts and moments as the manage page writes them. */
import { formatAmount } from '../../src/shared/money.ts'
import type { ManagedSubscription } from './views.ts'

/** Writes base units of the subscription's token with its symbol, joined by a non-breaking space. */
export const writeAmount = (baseUnits: bigint | string, { token }: ManagedSubscription): string =>
  `${formatAmount(baseUnits, token.decimals)}\u00a0${token.symbol}`

export const toIso = (unixSeconds: number): string => new Date(unixSeconds * 1000).toISOString()

/** Writes the day alone, for sentences in which the minute says nothing. */
export const writeDay = (iso: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', day: 'numeric' }).format(
    new Date(iso),
  )
export const writeDayOf = (unixSeconds: number, locale: string): string =>
  writeDay(toIso(unixSeconds), locale)

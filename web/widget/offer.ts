/** A plan that can be subscribed to: with its token, its chain and its receiver. */
import type { OfferedPlan, OwnSubscription } from '../api/session.generated.ts'
import type { Address } from 'viem'
import { daySeconds } from '../../machines/durations.ts'
import { toBaseUnits } from '../../src/shared/money.ts'
import { decimalOf } from '../session/decimal-of.ts'
import type { ShownTerms } from '../subscription/terms-check.ts'

export type Offer = OfferedPlan & {
  receiver: Address
  token: NonNullable<OfferedPlan['token']>
  chain: NonNullable<OfferedPlan['chain']>
  /** All that there will be; the payer may allow fewer. */
  charges: number
}

/** The charges of a subscription that is created here, as of one whose creator names no number. */
const chargesUsual = 24

/** Null while the shop or the service is not ready for it. */
export function toOffer(plan: OfferedPlan): Offer | null {
  const { receiver, token, chain } = plan
  const isReady = receiver && token && chain
  return isReady ? { ...plan, receiver, token, chain, charges: chargesUsual } : null
}

/** Offers a Draft that was made elsewhere: its contract's terms, whatever the plan says by now. */
export function toDraftedOffer(offer: Offer, { terms, amount }: OwnSubscription): Offer {
  return {
    ...offer,
    amount,
    receiver: terms.merchant,
    charges: terms.maxPeriods,
    periodSeconds: terms.periodDays * daySeconds,
    gracePeriodSeconds: terms.graceDays * daySeconds,
  }
}

export const periodDaysOf = ({ periodSeconds }: Pick<OfferedPlan, 'periodSeconds'>): number =>
  periodSeconds / daySeconds

/** Returns what the payer reads on this page, and what a signature may bind to. */
export function shownTermsOf(offer: Offer, payer: Address, startsAt: number): ShownTerms {
  return {
    token: offer.token.address,
    merchant: offer.receiver,
    payer,
    amount: String(priceOf(offer)),
    periodDays: periodDaysOf(offer),
    maxPeriods: offer.charges,
    graceDays: offer.gracePeriodSeconds / daySeconds,
    startsAt,
  }
}

/** The price in base units. */
export const priceOf = ({ amount, token }: Pick<Offer, 'amount' | 'token'>): bigint =>
  toBaseUnits(decimalOf(amount), token.decimals)

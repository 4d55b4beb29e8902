/** What came for a payment and can still be given back. */
import { refundableOf } from '../../../machines/payment/payment.context.ts'
import { refundsMax } from '../../../machines/payment/payment.events.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'

export type Refundable = {
  /** The code that merchants name it by. */
  code: string
  /** The code that the payment remembers it by; null for the token asked for. */
  asset: string | null
  decimals: number
  /** Confirmed and not given back yet. */
  baseUnits: bigint
}

/** Lists the tokens that came, the one asked for first; those that nobody knows have no name. */
export function refundablesOf({ snapshot }: StoredActor<'payment'>): Refundable[] {
  const payment = snapshot.context
  const { asset: code, decimals } = payment
  const others = payment.others.flatMap(({ asset, decimals: ofOther }) =>
    asset === null || ofOther === null ? [] : [{ code: asset, asset, decimals: ofOther }],
  )
  return [{ code, asset: null, decimals }, ...others].map((token) => ({
    ...token,
    baseUnits: refundableOf(payment, token.asset),
  }))
}

/** Whether a payment has as many refunds as it keeps. */
export const isFullOfRefunds = ({ snapshot }: StoredActor<'payment'>): boolean =>
  snapshot.context.refunds.length >= refundsMax

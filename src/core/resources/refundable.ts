/** The tokens of a payment that can still be given back. */
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

/** Lists the token asked for and then the other ones that came; one without a known code is left out. */
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

/** Whether a payment has as many refunds as it can record. */
export const isFullOfRefunds = ({ snapshot }: StoredActor<'payment'>): boolean =>
  snapshot.context.refunds.length >= refundsMax

/** What of a payment waits for somebody, in words: exceptions, reasons, settlement. */
import {
  isOtherRefundable,
  isTakenBack,
  type PaymentContext,
  totalConfirmed,
} from '../../../machines/payment/payment.context.ts'
import { sweepFailuresToTell } from '../../../machines/payment/payment.sweep.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'

export const exceptions = [
  'Underpaid',
  'Overpaid',
  'Late',
  'PaidAfterCancel',
  'WrongToken',
  'NotSettled',
] as const
export type PaymentException = (typeof exceptions)[number]

export const settlements = ['None', 'Waiting', 'Settled'] as const

/** The phases in which a payment waits for the merchant's decision. */
export const exceptionOfPhase: Record<string, PaymentException> = {
  Underpaid: 'Underpaid',
  Overpaid: 'Overpaid',
  Late: 'Late',
  Funded: 'PaidAfterCancel',
}

const reasonOfPhase: Record<string, string> = {
  Unpaid: 'NotPaid',
  Underpaid: 'Underpaid',
  Late: 'PaidLate',
  Refunded: 'Refunded',
  Cancelled: 'CalledOff',
  Funded: 'CalledOff',
  FundsRefunded: 'CalledOff',
  Accepted: 'AcceptedByMerchant',
}

/** The phases in which money that is missing may still come, and the payment waits for it. */
const phasesShortOfMoney = ['', 'Partial', 'Confirming', 'Unpaid', 'Underpaid']

/** What the merchant has to decide; null where there is nothing to decide. */
export function exceptionOf({ phase, snapshot }: StoredActor<'payment'>): PaymentException | null {
  const payment = snapshot.context
  if (exceptionOfPhase[phase]) return exceptionOfPhase[phase]
  if (isOtherRefundable(payment)) return 'WrongToken'
  return payment.sweepFailures >= sweepFailuresToTell ? 'NotSettled' : null
}

/**
 * Why a payment is where it is. Where money is missing that was there before, that says more than
 * the phase does: whoever sees nothing, or too little, would else pay twice, or give up.
 */
export function reasonOf({ phase, snapshot }: StoredActor<'payment'>): string | null {
  const isShort = phasesShortOfMoney.includes(phase)
  if (isShort && isTakenBack(snapshot.context)) return 'TakenBack'
  return reasonOfPhase[phase] ?? null
}

export function settlementOf(payment: PaymentContext): (typeof settlements)[number] {
  const confirmed = totalConfirmed(payment)
  if (confirmed === 0n) return 'None'
  return BigInt(payment.swept) >= confirmed ? 'Settled' : 'Waiting'
}

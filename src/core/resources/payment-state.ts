/** The exception, the reason and the settlement of a payment, as merchants see them. */
import {
  isOtherRefundable,
  isTakenBack,
  type PaymentContext,
  totalConfirmed,
} from '../../../machines/payment/payment.context.ts'
import { sweepFailuresToShow } from '../../../machines/payment/payment.sweep.ts'
import {
  type PaymentStanding,
  paymentStandings,
} from '../../../machines/payment/payment.standing.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { PaymentReason } from '../../../machines/reasons.ts'

export const exceptions = [
  'Underpaid',
  'Overpaid',
  'Late',
  'HeldAfterCancel',
  'WrongToken',
  'NotSettled',
] as const
export type PaymentException = (typeof exceptions)[number]

export const settlements = ['None', 'Waiting', 'Settled'] as const

/** The meaning of a standing for the merchant: the decision that it asks for, and the reason for it. */
type Meaning = { exception: PaymentException | null; reason: PaymentReason | null }

const nothing: Meaning = { exception: null, reason: null }
/** The meaning of every standing: a new standing compiles only with its own. */
export const meanings: Record<PaymentStanding, Meaning> = {
  Created: nothing,
  Partial: nothing,
  Confirming: nothing,
  Exact: nothing,
  Overpaid: { exception: 'Overpaid', reason: null },
  Accepted: { exception: null, reason: 'AcceptedByMerchant' },
  ExcessRefunded: nothing,
  Unpaid: { exception: null, reason: 'NotPaid' },
  Underpaid: { exception: 'Underpaid', reason: 'Underpaid' },
  Late: { exception: 'Late', reason: 'PaidLate' },
  Refunded: { exception: null, reason: 'Refunded' },
  Cancelled: { exception: null, reason: 'CalledOff' },
  Funded: { exception: 'HeldAfterCancel', reason: 'CalledOff' },
  FundsRefunded: { exception: null, reason: 'CalledOff' },
}

/** The standings that wait for the merchant's decision: for one of these, or for any. */
export const standingsThatAsk = (
  wanted: readonly PaymentException[] = exceptions,
): PaymentStanding[] =>
  paymentStandings.filter((standing) => {
    const { exception } = meanings[standing]
    return exception !== null && wanted.includes(exception)
  })

/** The standings in which money that is missing may still come, and the payment waits for it. */
export const standingsShortOfMoney: PaymentStanding[] = [
  'Created',
  'Partial',
  'Confirming',
  'Unpaid',
  'Underpaid',
]

/** The standings that have one of the reasons of their own. */
export const standingsOfReasons = (wanted: readonly PaymentReason[]): PaymentStanding[] =>
  paymentStandings.filter((standing) => {
    const { reason } = meanings[standing]
    return reason !== null && wanted.includes(reason)
  })

/** Returns where a payment stands: its phase, or its status where nothing is inside. */
export const standingIn = ({ phase, status }: StoredActor<'payment'>): PaymentStanding =>
  (phase || status) as PaymentStanding

/** Returns what the merchant has to decide about; null where there is nothing to decide. */
export function exceptionOf(actor: StoredActor<'payment'>): PaymentException | null {
  const payment = actor.snapshot.context
  const { exception } = meanings[standingIn(actor)]
  if (exception) return exception
  if (isOtherRefundable(payment)) return 'WrongToken'
  return payment.sweepFailures >= sweepFailuresToShow ? 'NotSettled' : null
}

/**
 * Returns the reason of a payment's standing. Money that is missing and was there before comes first:
 * a payer who sees nothing, or too little, would else pay twice, or give up.
 */
export function reasonOf(actor: StoredActor<'payment'>): PaymentReason | null {
  const standing = standingIn(actor)
  const isShort = standingsShortOfMoney.includes(standing)
  if (isShort && isTakenBack(actor.snapshot.context)) return 'TakenBack'
  return meanings[standing].reason
}

export function settlementOf(payment: PaymentContext): (typeof settlements)[number] {
  const confirmed = totalConfirmed(payment)
  if (confirmed === 0n) return 'None'
  return BigInt(payment.swept) >= confirmed ? 'Settled' : 'Waiting'
}

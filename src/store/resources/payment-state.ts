/** What of a payment waits for somebody, in words: exceptions, reasons, settlement. */
import {
  isOtherRefundable,
  isTakenBack,
  type PaymentContext,
  totalConfirmed,
} from '../../../machines/payment/payment.context.ts'
import { sweepFailuresToTell } from '../../../machines/payment/payment.sweep.ts'
import {
  type PaymentStanding,
  paymentStandings,
} from '../../../machines/payment/payment.standing.ts'
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

/** What a payment's standing says by itself to the merchant: what to decide, and why it is there. */
type Meaning = { exception: PaymentException | null; reason: string | null }

const nothing: Meaning = { exception: null, reason: null }
/** For every standing, so that a new one compiles only with its meaning. */
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
  Funded: { exception: 'PaidAfterCancel', reason: 'CalledOff' },
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
const standingsShortOfMoney: PaymentStanding[] = [
  'Created',
  'Partial',
  'Confirming',
  'Unpaid',
  'Underpaid',
]

/** Where a payment stands: its phase, or its status where nothing is inside. */
export const standingIn = ({ phase, status }: StoredActor<'payment'>): PaymentStanding =>
  (phase || status) as PaymentStanding

/** What the merchant has to decide; null where there is nothing to decide. */
export function exceptionOf(actor: StoredActor<'payment'>): PaymentException | null {
  const payment = actor.snapshot.context
  const { exception } = meanings[standingIn(actor)]
  if (exception) return exception
  if (isOtherRefundable(payment)) return 'WrongToken'
  return payment.sweepFailures >= sweepFailuresToTell ? 'NotSettled' : null
}

/**
 * Why a payment is where it is. Where money is missing that was there before, that says more than
 * the phase does: whoever sees nothing, or too little, would else pay twice, or give up.
 */
export function reasonOf(actor: StoredActor<'payment'>): string | null {
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

/**
 * Says where a payment stands, by its sums, the merchant's decisions and the time. Nothing else counts, so it does not
 * matter in which order, how often or how late the reports of the chain came.
 */
import {
  excessOf,
  isEnough,
  type PaymentContext,
  priceOf,
  totalConfirmed,
  totalRefunded,
  totalSeen,
} from './payment.context.ts'

/** The innermost states, in the order in which a payment may come to them. */
export const paymentStandings = [
  'Created',
  'Partial',
  'Confirming',
  'Exact',
  'Overpaid',
  'Accepted',
  'ExcessRefunded',
  'Unpaid',
  'Underpaid',
  'Late',
  'Refunded',
  'Cancelled',
  'Funded',
  'FundsRefunded',
] as const
export type PaymentStanding = (typeof paymentStandings)[number]

export function standingOf(payment: PaymentContext): PaymentStanding {
  if (isEnough(payment, 'confirmed')) return standingOfPaid(payment)
  if (isEnough(payment, 'seen')) return 'Confirming'
  if (payment.isCalledOff) return standingAfter(payment, ['Cancelled', 'FundsRefunded', 'Funded'])
  if (!isOver(payment)) return totalSeen(payment) > 0n ? 'Partial' : 'Created'
  const isLate = BigInt(payment.late.seen) > 0n
  return standingAfter(payment, ['Unpaid', 'Refunded', isLate ? 'Late' : 'Underpaid'])
}

function standingOfPaid(payment: PaymentContext): PaymentStanding {
  if (excessOf(payment) > 0n) return 'Overpaid'
  if (totalConfirmed(payment) > priceOf(payment)) return 'ExcessRefunded'
  return payment.accepted === null ? 'Exact' : 'Accepted'
}

/** Returns the standing of a payment that came to nothing: by whether anything came, and is still there. */
function standingAfter(
  payment: PaymentContext,
  [untouched, returned, held]: [PaymentStanding, PaymentStanding, PaymentStanding],
): PaymentStanding {
  const seen = totalSeen(payment)
  if (seen === 0n) return untouched
  return seen > totalRefunded(payment) ? held : returned
}

/** Whether the time is over, by the clock or by the chain: after a late block no other can be in time. */
const isOver = ({ now, expiresAt, late }: PaymentContext): boolean =>
  now > Date.parse(expiresAt) || BigInt(late.seen) > 0n

/** Why a payment stands where it does. */
import {
  dueOf,
  excessOf,
  isTakenBack,
  type PaymentContext,
  totalConfirmed,
  totalRefunded,
  totalSeen,
} from '../../../machines/payment/payment.context.ts'
import type { PaymentReason } from '../../../machines/reasons.ts'
import { sayMoney } from '../../shared/money.ts'
import type { PaymentException } from '../resources/payment-state.ts'
import { fact, money, type Value } from '../story/values.ts'
import type { Catalogue } from './reason-words.ts'

const sumsOf = (payment: PaymentContext): Value[] => [
  money('asked for', payment.amount, payment),
  money('came in time', payment.inTime.seen, payment),
  money('came late', payment.late.seen, payment),
  money('confirmed', totalConfirmed(payment), payment),
]
const timesOf = ({ expiresAt }: PaymentContext): Value[] => fact('could be paid until', expiresAt)
const addressOf = ({ depositAddress }: PaymentContext): Value[] =>
  fact('deposit address', depositAddress)
const dueAmountOf = (payment: PaymentContext): Value[] =>
  dueOf(payment) > 0n ? [money('missing', dueOf(payment), payment)] : []

const decide = 'Decide in Exceptions: accept it as paid, or give it back and record the refund.'

export const paymentReasons: Catalogue<PaymentReason, PaymentContext> = {
  NotPaid: {
    says: 'the time is over and nothing came',
    condition: 'The amount came to the deposit address in time.',
    values: (payment) => [...sumsOf(payment), ...timesOf(payment), ...addressOf(payment)],
    change:
      'Make a new payment. Money that still comes to the address is seen, and shown in Exceptions.',
    helper: 'merchant',
  },
  Underpaid: {
    says: 'the time is over and less than the amount came',
    condition: 'The whole amount came in time.',
    values: (payment) => [...sumsOf(payment), ...dueAmountOf(payment), ...timesOf(payment)],
    change: decide,
    helper: 'merchant',
  },
  PaidLate: {
    says: 'money came after the time was over',
    condition: 'The amount came before the time was over.',
    values: (payment) => [...sumsOf(payment), ...timesOf(payment)],
    change: decide,
    helper: 'merchant',
  },
  Refunded: {
    says: 'the time was over, and you have given back what came',
    condition: 'What came is still there.',
    values: (payment) => [...sumsOf(payment), money('given back', totalRefunded(payment), payment)],
    change: 'Nothing has to be done. More money would open it again.',
    helper: 'nobody',
  },
  CalledOff: {
    says: 'you cancelled it',
    more: 'What had come in part, or came all the same, waits for you (`HeldAfterCancel`), or was given back.',
    condition: 'The payment is not cancelled.',
    values: (payment) => [...sumsOf(payment), ...addressOf(payment)],
    change: 'Make a new payment. What came all the same waits in Exceptions.',
    helper: 'merchant',
  },
  AcceptedByMerchant: {
    says: 'another sum than the amount came, and you took it for the price',
    more: 'It may have been a part, before the time was over.',
    condition: 'Exactly the amount came.',
    values: (payment) => [
      ...sumsOf(payment),
      money('accepted as the price', payment.accepted ?? payment.amount, payment),
    ],
    change: 'Nothing has to be done.',
    helper: 'nobody',
  },
  TakenBack: {
    says: 'money was seen and is not now, because a reorganisation took it',
    condition: 'What was seen is still in the chain.',
    values: (payment) => [
      ...sumsOf(payment),
      money('was seen', payment.seenMost, payment),
      money('is seen now', totalSeen(payment), payment),
      { name: 'taken back', value: isTakenBack(payment) ? 'yes' : 'no' },
    ],
    change: 'Usually the same money comes again by itself; nobody has to pay twice.',
    helper: 'nobody',
  },
}

/** Explains what waits for a decision of the merchant, where no reason says it. */
export const paymentExceptions: Catalogue<PaymentException, PaymentContext> = {
  Underpaid: paymentReasons.Underpaid,
  Late: paymentReasons.PaidLate,
  Overpaid: {
    says: 'more than the price came',
    condition: 'Exactly the amount came.',
    values: (payment) => [...sumsOf(payment), money('too much', excessOf(payment), payment)],
    change: 'Give the excess back and record the refund, or accept the payment, which keeps it.',
    helper: 'merchant',
  },
  HeldAfterCancel: {
    says: 'you cancelled it, and money is there',
    condition: 'Nothing lies at the address of a cancelled payment.',
    values: (payment) => [...sumsOf(payment), ...addressOf(payment)],
    change: decide,
    helper: 'merchant',
  },
  WrongToken: {
    says: 'a token came that nobody asked for',
    condition: 'Only the token that was asked for came.',
    values: (payment) => [
      { name: 'asked for', value: payment.asset },
      ...payment.others.map(({ token, asset, decimals, amount }) => ({
        name: 'came',
        value:
          asset === null || decimals === null
            ? `${amount} base units of ${token}`
            : sayMoney(amount, decimals, asset),
      })),
    ],
    change: 'Move it on to your receiver (Move the money on), and give it back from there.',
    helper: 'merchant',
  },
  NotSettled: {
    says: 'the money could not be moved on',
    condition: 'The token moves from the deposit address to your receiver.',
    values: (payment) => [
      ...sumsOf(payment),
      money('moved on', payment.swept, payment),
      { name: 'tries that failed', value: String(payment.sweepFailures) },
      ...fact('reason', payment.sweepReason),
    ],
    change: 'It is tried again by itself, later and later; Move the money on tries it now.',
    helper: 'nobody',
  },
}

/** Explains why the guard of a command says no: with which values, and what would change it. */
import {
  pausableUntil,
  withdrawUntilOf,
} from '../../../machines/subscription/subscription.schedule.ts'
import {
  type PaymentContext,
  refundableOf,
  totalConfirmed,
  totalSeen,
} from '../../../machines/payment/payment.context.ts'
import type { SubscriptionContext } from '../../../machines/subscription/subscription.context.ts'
import type { ActorKind } from '../../shared/stored-actor.ts'
import { endReasons } from '../reasons/end-reasons.ts'
import type { ReasonWords } from '../reasons/reason-words.ts'
import { fact, money, type Value } from '../story/values.ts'

const chargesOf = ({ chargesMade, maxPeriods }: SubscriptionContext): Value[] => [
  { name: 'charges made', value: `${chargesMade} of ${maxPeriods}` },
]
/** After the last charge nothing that anybody does makes room for a pause. */
const nothingToPause = ({ chargesMade, maxPeriods }: SubscriptionContext): string | null =>
  chargesMade < maxPeriods ? null : 'Nothing is left to pause: it ends with the paid time.'
const pauseOf = ({ frozenBy, operator, operatorUntil }: SubscriptionContext): Value[] => [
  ...fact('paused by', frozenBy),
  { name: 'gas wallet', value: operator },
  ...fact('the service may resume until', operatorUntil),
]

const ownPauseOnly = {
  says: 'the service may not end this pause',
  condition: 'The gas wallet began the pause, and the grace of the next charge is not over.',
  change: endReasons.OnlyPayerMayResume.change,
  helper: 'payer',
} as const

const ofSubscription: Record<string, ReasonWords<SubscriptionContext>> = {
  mayPause: {
    says: 'no charge was made or none follows, or the service could not end the pause in time',
    condition:
      'It was charged, another charge follows, and the service may resume it for some time still.',
    values: (context) => [
      ...chargesOf(context),
      { name: 'can be paused until', value: pausableUntil(context) },
      ...fact('an earlier pause lets the service resume until', context.operatorUntil),
    ],
    change: 'It can be paused once the next charge is made; the wallet of the payer can freeze it.',
    tellsChange: nothingToPause,
    helper: 'nobody',
  },
  mayPauseUntil: {
    says: 'no charge was made or none follows, or the pause would outlast the grace',
    condition:
      'It was charged, another charge follows, and the pause ends while the service may still resume.',
    values: (context) => [
      ...chargesOf(context),
      { name: 'can be paused until', value: pausableUntil(context) },
    ],
    change: 'Name an earlier moment, or wait until the next charge is made.',
    tellsChange: nothingToPause,
    helper: 'nobody',
  },
  mayChangeResume: {
    says: 'the service may not end this pause then',
    condition: 'The new end of the pause comes while the service may still resume.',
    values: (context) => [
      ...fact('resumes by itself', context.resumeAt),
      { name: 'can be paused until', value: pausableUntil(context) },
      ...pauseOf(context),
    ],
    change: 'Name an earlier moment; where the payer froze it, only the payer calls `unfreeze`.',
    helper: 'merchant',
  },
  mayForgetResume: {
    says: 'the pause has no end, or the service may not end it',
    condition: 'The pause is to end by itself, and the service may resume for some time still.',
    values: (context) => [...fact('resumes by itself', context.resumeAt), ...pauseOf(context)],
    change: 'Nothing has to be done.',
    helper: 'nobody',
  },
  mayUnfreeze: { ...ownPauseOnly, values: pauseOf },
  mayResumeToEnd: {
    ...ownPauseOnly,
    values: (context) => [...pauseOf(context), ...chargesOf(context)],
  },
  mayEndAtPeriodEnd: {
    says: 'it ends with the paid time already',
    condition: 'It goes on after the paid time.',
    values: (context) => [
      ...chargesOf(context),
      { name: 'is to end', value: context.isToEnd ? 'yes' : 'no' },
    ],
    change: 'Nothing has to be done; it can be cancelled at once.',
    helper: 'nobody',
  },
  mayUncancel: {
    says: 'it is not to end, or another subscription takes its place',
    condition: 'It is to end with the paid time, and no other subscription takes its place.',
    values: (context) => [
      { name: 'is to end', value: context.isToEnd ? 'yes' : 'no' },
      ...fact('replaced by', context.successor),
    ],
    change: 'Cancel the other subscription before it begins; then this one can go on.',
    helper: 'payer',
  },
  mayWithdraw: {
    says: 'there is no right to withdraw, or not any more',
    condition: 'The payer has a right to withdraw, has not used it, and its time is not over.',
    values: (context) => [
      { name: 'days of withdrawal', value: String(context.withdrawalDays ?? 0) },
      ...fact('could withdraw until', withdrawUntilOf(context)),
      ...fact('withdrawn', context.withdrawnAt),
    ],
    change: 'Cancel it instead. The right is a setting for new subscriptions.',
    helper: 'merchant',
  },
  mayGiveFeedback: {
    says: 'nobody wanted it to end',
    condition: 'Somebody wanted it to end, and no other subscription takes its place.',
    values: (context) => [
      { name: 'is to end', value: context.isToEnd ? 'yes' : 'no' },
      ...fact('reason', context.reason),
    ],
    change: 'The payer can say why once it is cancelled.',
    helper: 'payer',
  },
  mayBeCharged: {
    says: 'nobody could charge the contract',
    condition: 'The payer allows and has at least one amount.',
    values: (context) => [
      money('allowed', context.allowance, context),
      money('balance', context.balance, context),
      money('amount', context.amount, context),
    ],
    change: 'Nothing has to be done.',
    helper: 'nobody',
  },
}

const cameOf = (payment: PaymentContext): Value[] => [
  money('came', totalSeen(payment), payment),
  money('confirmed', totalConfirmed(payment), payment),
]
const othersOf = ({ others }: PaymentContext): Value[] => [
  { name: 'other tokens there', value: String(others.length) },
]

const nothingToRefund = {
  says: 'nothing is left that could be given back',
  condition: 'Something is confirmed that was not given back.',
  change: 'Record a refund of at most what is confirmed and was not given back yet.',
  helper: 'merchant',
} as const
const nothingToMove = {
  says: 'nothing lies there that could be moved on',
  condition: 'Something lies at the address that was not moved on.',
  change: 'Wait until money is there and confirmed.',
  helper: 'nobody',
} as const

const ofPayment: Record<string, ReasonWords<PaymentContext>> = {
  isAllConfirmed: {
    says: 'nothing came, or not all of it is confirmed',
    condition: 'Something came, and all of it is confirmed.',
    values: cameOf,
    change: 'Wait until the chain has confirmed everything that came.',
    helper: 'nobody',
  },
  isLeftToGiveBack: {
    ...nothingToRefund,
    values: (payment) => [
      ...cameOf(payment),
      money('left to give back', refundableOf(payment), payment),
      { name: 'refunds recorded', value: String(payment.refunds.length) },
    ],
  },
  isOtherLeftToGiveBack: {
    ...nothingToRefund,
    condition:
      'A token that nobody asked for is there: before a payment is decided, only that may be given back.',
    values: othersOf,
    change: 'Wait until the payment is decided, or cancel it.',
  },
  isLeftToMove: {
    ...nothingToMove,
    values: (payment) => [...cameOf(payment), money('moved on', payment.swept, payment)],
  },
  isOtherLeftToMove: {
    ...nothingToMove,
    condition:
      'A token that nobody asked for is there: before a payment is decided, only that may be moved.',
    values: othersOf,
    change: 'Wait until the payment is decided.',
  },
}

/** By kind and by the name of the guard. */
export const commandWords: Partial<Record<ActorKind, Record<string, ReasonWords<never>>>> = {
  subscription: ofSubscription,
  payment: ofPayment,
}

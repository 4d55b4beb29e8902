/** The names that the payment's machine uses: guards, the one delay, effects, changes of the context. */
import { assign, setup } from 'xstate'
import { type Clocked, type CommandMeta, effect } from '../effect.ts'
import {
  isAnythingRefundable,
  isOtherRefundable,
  type PaymentContext,
  refundableOf,
  rememberAccepted,
  rememberDeposits,
  rememberRefund,
  totalConfirmed,
  totalSeen,
} from './payment.context.ts'
import {
  type DepositsSeen,
  type PaymentEvent,
  type PaymentInput,
  type Refund,
  refundsMax,
} from './payment.events.ts'
import { type PaymentStanding, standingOf } from './payment.standing.ts'
import {
  rememberSweepAsked,
  type Sweep,
  sweepFailuresMax,
  sweepOfEverything,
  isAskedLeftToMove,
} from './payment.sweep.ts'
import type { ReasonName } from '../reasons.ts'

export const paymentSetup = setup({
  types: {} as {
    input: PaymentInput & Clocked
    context: PaymentContext
    events: PaymentEvent
    tags: 'closed'
    meta: CommandMeta
  },
  guards: {
    isAt: ({ context }, { standing }: { standing: PaymentStanding }) =>
      standingOf(context) === standing,
    isNewerThanKnown: ({ context }, { order }: { order: number }) => order > context.order,
    isAllConfirmed: ({ context }) =>
      totalConfirmed(context) > 0n && totalConfirmed(context) === totalSeen(context),
    // Without an amount, for the list of accepted commands: whether any refund could be recorded.
    isLeftToGiveBack: ({ context }, { asset, amount }: Partial<Refund>) =>
      context.refunds.length < refundsMax &&
      (amount === undefined
        ? isAnythingRefundable(context)
        : BigInt(amount) > 0n && BigInt(amount) <= refundableOf(context, asset)),
    isOtherLeftToGiveBack: ({ context }, { asset, amount }: Partial<Refund>) =>
      context.refunds.length < refundsMax &&
      (amount === undefined
        ? isOtherRefundable(context)
        : asset !== null && BigInt(amount) > 0n && BigInt(amount) <= refundableOf(context, asset)),
    isOtherLeftToMove: ({ context }) => context.others.length > 0,
    isLeftToMove: ({ context }) => sweepOfEverything({ context }).tokens.length > 0,
    maySweepAgain: ({ context }) =>
      context.sweepFailures < sweepFailuresMax && isAskedLeftToMove(context),
  },
  delays: {
    untilExpired: ({ context }) => Date.parse(context.expiresAt) + 1 - context.now,
  },
  actions: {
    // Effects. A sweep of no tokens asks for nothing.
    requestSweep: effect<Sweep>(),
    // Changes of the context.
    recordDeposits: assign((memory, sums: DepositsSeen) => rememberDeposits(memory, sums)),
    // The last decision counts.
    recordCalledOff: assign({ isCalledOff: true, accepted: null }),
    recordAccepted: assign((memory) => rememberAccepted(memory)),
    recordRefund: assign((memory, refund: Refund) => rememberRefund(memory, refund)),
    recordSweepAsked: assign((memory, sweep: Sweep) => rememberSweepAsked(memory, sweep)),
    recordSweepSubmitted: assign((_, { transactionId }: { transactionId: string }) => ({
      sweepTransactionId: transactionId,
      sweepReason: null,
    })),
    recordSweepReason: assign((_, { reason }: { reason: ReasonName }) => ({ sweepReason: reason })),
    countSweepFailure: assign({ sweepFailures: ({ context }) => context.sweepFailures + 1 }),
    forgetSweepFailures: assign({ sweepFailures: 0, sweepReason: null }),
  },
})

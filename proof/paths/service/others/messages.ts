/** Messages by kind and name, as the cases of the machines make them: what of them a machine asks about is right. */
import { PaymentInput } from '../../../../machines/payment/payment.events.ts'
import type { MessageEvent } from '../../../../src/shared/message.ts'
import type { ActorKind } from '../../../../src/shared/stored-actor.ts'
import { deliveryCases } from '../../../../test/machines/cases/delivery.ts'
import { destinationCases } from '../../../../test/machines/cases/destination.ts'
import { gasWalletCases } from '../../../../test/machines/cases/gas-wallet.ts'
import { terms } from '../../../../test/machines/cases/payment.ts'
import { permitCases } from '../../../../test/machines/cases/permit.ts'
import { planCases } from '../../../../test/machines/cases/plan.ts'
import { transactionCases } from '../../../../test/machines/cases/transaction.ts'
import { verificationCases } from '../../../../test/machines/cases/verification.ts'
import type { Case } from '../../../../test/support/explore.ts'

type Messages = Readonly<Record<string, MessageEvent>>

const creationOf = ([one]: Case[]): Messages => ({
  create: { type: `${one!.kind}.create`, input: one!.input },
})

const failure = { httpStatus: 500, error: 'answered 500' }
const failureIn = (lane: string): MessageEvent => ({
  type: 'destination.attemptFailed',
  lane: `plan/${lane}`,
  ...failure,
})

/** Returns the last message of each type that a case sends. */
const messagesOf = ([one]: Case[]): Messages =>
  Object.fromEntries(
    one!
      .eventsAt({ value: '', context: {}, timers: {}, now: 0 })
      .map((event) => [event.type.split('.')[1]!, event]),
  )

const measured = (chargesLeft: number, daysLeft: number): MessageEvent => ({
  type: 'gasWallet.measured',
  balance: '1',
  chargesLeft,
  daysLeft,
})

/** The watcher reports what came so far, the `order`th time. */
const deposits = (order: number, confirmed: string, swept: string): MessageEvent => ({
  type: 'chain.depositsSeen',
  order,
  inTime: { seen: terms.amount, confirmed },
  late: { seen: '0', confirmed: '0' },
  swept,
  others: [],
  transactionHash: null,
})

export const messages: Partial<Record<ActorKind, Messages>> = {
  delivery: {
    ...creationOf(deliveryCases),
    succeeded: { type: 'delivery.succeeded', httpStatus: 200, durationMs: 40 },
    attemptFailed: { type: 'delivery.attemptFailed', ...failure, durationMs: 40, jitter: 0 },
    endpointAnswered: { type: 'delivery.endpointAnswered' },
    expired: { type: 'delivery.expired' },
    targetRemoved: { type: 'delivery.targetRemoved', reason: 'EndpointRemoved' },
    resend: { type: 'delivery.resend' },
  },
  destination: {
    create: {
      type: 'destination.create',
      input: { ...destinationCases[0]!.input, lane: 'plan/1' },
    },
    'attemptFailed 1': failureIn('1'),
    'attemptFailed 2': failureIn('2'),
    'attemptFailed 3': failureIn('3'),
    'attemptFailed 4': failureIn('4'),
    answered: { type: 'destination.answered' },
    emptied: { type: 'destination.emptied' },
    removed: { type: 'destination.removed' },
  },
  payment: {
    create: { type: 'payment.create', input: PaymentInput.parse(terms) },
    seen: deposits(1, '0', '0'),
    confirmed: deposits(2, terms.amount, '0'),
    sweepSubmitted: { type: 'payment.sweepSubmitted', transactionId: '1ChKd2hat9dNBnh7rKJ924' },
    swept: deposits(3, terms.amount, terms.amount),
  },
  plan: { ...creationOf(planCases), ...messagesOf(planCases) },
  verification: { ...creationOf(verificationCases), ...messagesOf(verificationCases) },
  gasWallet: {
    ...creationOf(gasWalletCases),
    'create little': creationOf(gasWalletCases.slice(1))['create']!,
    'create nothing': creationOf(gasWalletCases.slice(2))['create']!,
    full: measured(1_000, 30),
    little: measured(3, 3),
    nothing: measured(0, 0),
  },
  permit: { ...creationOf(permitCases), ...messagesOf(permitCases) },
  transaction: {
    ...creationOf(transactionCases),
    ...messagesOf(transactionCases),
    reverted: { type: 'transaction.finalized', success: false, outcomes: [] },
    finalized: { type: 'transaction.finalized', success: true, outcomes: [] },
  },
}

/**
 * A payment waits for an amount of one token at an address of its own, until a moment.
 *
 * Each report of deposits, each decision of the merchant and the end of the time is recorded first
 * and weighed then: `Weighing` is the one place that decides where the payment stands. No report is
 * final, because a reorganisation can take money back, and because money can come at any later
 * time; so every state goes on to take them.
 */
import { type EventOf, eventOf } from '../event-of.ts'
import { firstMemory } from './payment.context.ts'
import type { DepositsSeen, PaymentEvent } from './payment.events.ts'
import { paymentSetup } from './payment.setup.ts'
import type { PaymentStanding } from './payment.standing.ts'
import { sweepOfEverything, sweepOfNews, sweepOfOthers, sweepOfRest } from './payment.sweep.ts'
import { machineOptions } from '../primitives.ts'
import type { ReasonName } from '../reasons.ts'

const to = (standing: PaymentStanding) =>
  ({ guard: { type: 'isAt', params: { standing } }, target: `#${standing}` }) as const

const takesDeposits = [
  {
    guard: { type: 'isNewerThanKnown', params: eventOf<DepositsSeen> },
    target: '#Weighing',
    actions: { type: 'recordDeposits', params: eventOf<DepositsSeen> },
  },
  {},
] as const

const accept = {
  guard: 'isAllConfirmed',
  target: '#Weighing',
  actions: 'recordAccepted',
  meta: { label: 'Accept as paid', roles: ['merchant'] },
} as const

const cancel = {
  target: '#Weighing',
  actions: 'recordCalledOff',
  meta: { label: 'Cancel', roles: ['merchant'] },
} as const

const keepExcess = { ...accept, meta: { label: 'Keep the excess', roles: ['merchant'] } } as const

const recordRefund = {
  guard: {
    type: 'isLeftToGiveBack',
    params: eventOf<EventOf<PaymentEvent, 'payment.recordRefund'>>,
  },
  target: '#Weighing',
  actions: { type: 'recordRefund', params: eventOf<EventOf<PaymentEvent, 'payment.recordRefund'>> },
  meta: { label: 'Record a refund', roles: ['merchant'] },
} as const

const sweepAll = {
  guard: 'isLeftToMove',
  actions: [
    'forgetSweepFailures',
    { type: 'requestSweep', params: sweepOfEverything },
    { type: 'recordSweepAsked', params: sweepOfEverything },
  ],
  meta: { label: 'Move the money on', roles: ['merchant'] },
} as const

/**
 * Before a payment is decided, only tokens that nobody asked for may leave: the rest may still
 * become the payment.
 */
const waysOutForOthers = {
  'payment.recordRefund': {
    guard: {
      type: 'isOtherLeftToGiveBack',
      params: eventOf<EventOf<PaymentEvent, 'payment.recordRefund'>>,
    },
    actions: recordRefund.actions,
    meta: recordRefund.meta,
  },
  'payment.sweep': {
    guard: 'isOtherLeftToMove',
    actions: { type: 'requestSweep', params: sweepOfOthers },
    meta: sweepAll.meta,
  },
} as const

/** A payment that is decided moves its money on to the merchant. */
const sweep = [
  { type: 'requestSweep', params: sweepOfNews },
  { type: 'recordSweepAsked', params: sweepOfNews },
] as const

const recordSweepReason = {
  type: 'recordSweepReason',
  params: eventOf<{ reason: ReasonName }>,
} as const

/** Reports of sweeps; they are harmless once somebody else has moved the money. */
const sweepReports = {
  'payment.sweepSubmitted': {
    actions: {
      type: 'recordSweepSubmitted',
      params: eventOf<EventOf<PaymentEvent, 'payment.sweepSubmitted'>>,
    },
  },
  'payment.sweepHeldBack': [{ guard: 'isLeftToMove', actions: recordSweepReason }, {}],
  'payment.sweepFailed': [
    {
      guard: 'maySweepAgain',
      actions: [
        'countSweepFailure',
        recordSweepReason,
        { type: 'requestSweep', params: sweepOfRest },
        { type: 'recordSweepAsked', params: sweepOfRest },
      ],
    },
    { guard: 'isLeftToMove', actions: recordSweepReason },
    {},
  ],
} as const

/** The part that all decided payments share, whatever was decided. */
const decided = {
  tags: 'closed',
  entry: sweep,
  on: {
    'chain.depositsSeen': takesDeposits,
    'payment.recordRefund': recordRefund,
    'payment.sweep': sweepAll,
  },
} as const

const expire = { untilExpired: '#Weighing' } as const

export const paymentMachine = paymentSetup.createMachine({
  id: 'payment',
  version: '1',
  description: 'Waits for an amount of one token, at an address that is for this payment alone.',
  options: machineOptions,
  context: ({ input }) => firstMemory(input),
  initial: 'Created',
  on: sweepReports,
  states: {
    Created: {
      id: 'Created',
      description: 'Nothing has been paid yet.',
      after: expire,
      on: {
        'chain.depositsSeen': takesDeposits,
        ...waysOutForOthers,
        'payment.cancel': cancel,
      },
    },
    Weighing: {
      id: 'Weighing',
      description:
        'Where does the payment stand? It depends on what came, in time or late, on what the merchant decided, and on whether the time is over.',
      always: [
        to('Partial'),
        to('Confirming'),
        to('Exact'),
        to('Overpaid'),
        to('Accepted'),
        to('ExcessRefunded'),
        to('Unpaid'),
        to('Underpaid'),
        to('Late'),
        to('Refunded'),
        to('Cancelled'),
        to('Funded'),
        to('FundsRefunded'),
        { target: '#Created' },
      ],
    },
    InProgress: {
      description: 'Money was seen. It is not the whole amount yet, or not confirmed.',
      initial: 'Partial',
      on: { 'chain.depositsSeen': takesDeposits, ...waysOutForOthers },
      states: {
        Partial: {
          id: 'Partial',
          description:
            'A part has come. The rest is still due, to the same address. The merchant may take the part for the price, or cancel and give it back.',
          after: expire,
          on: { 'payment.accept': accept, 'payment.cancel': cancel },
        },
        Confirming: {
          id: 'Confirming',
          description: 'The whole amount has come. It counts once the chain has confirmed it.',
        },
      },
    },
    Succeeded: {
      description: 'Paid. The money moves on to the merchant.',
      initial: 'Exact',
      ...decided,
      states: {
        Exact: { id: 'Exact', description: 'Exactly the amount came, in time.' },
        Overpaid: {
          id: 'Overpaid',
          description: 'More than the price came. The merchant gives it back, or keeps it.',
          on: { 'payment.accept': keepExcess },
        },
        Accepted: {
          id: 'Accepted',
          description: 'The merchant took what came as full payment.',
        },
        ExcessRefunded: {
          id: 'ExcessRefunded',
          description: 'More than the price came, and the merchant has given the excess back.',
        },
      },
    },
    Expired: {
      description: 'The time to pay is over. The address is still watched.',
      initial: 'Unpaid',
      ...decided,
      states: {
        Unpaid: { id: 'Unpaid', description: 'Nothing came.' },
        Underpaid: {
          id: 'Underpaid',
          description: 'Less than the amount came. The merchant accepts it, or gives it back.',
          on: { 'payment.accept': accept },
        },
        Late: {
          id: 'Late',
          description:
            'Money came after the time to pay. The merchant accepts it, or gives it back.',
          on: { 'payment.accept': accept },
        },
        Refunded: {
          id: 'Refunded',
          description: 'The merchant has given back what came.',
        },
      },
    },
    Failed: {
      description: 'The merchant cancelled it. The address is still watched.',
      initial: 'Cancelled',
      ...decided,
      // To be asked twice for what is done is no conflict.
      on: { ...decided.on, 'payment.cancel': {} },
      states: {
        Cancelled: { id: 'Cancelled', description: 'Cancelled, and nothing is there.' },
        Funded: {
          id: 'Funded',
          description:
            'It was cancelled and holds money, from before or after that. The merchant accepts it, or gives it back.',
          on: { 'payment.accept': accept },
        },
        FundsRefunded: {
          id: 'FundsRefunded',
          description: 'The merchant has given back what came.',
        },
      },
    },
  },
})

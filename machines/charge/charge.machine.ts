/**
 * A charge collects the amount of one period: one attempt, more of them while the grace lasts,
 * and an end. Only the contract's own event makes it succeed, whoever sent the transaction; so a
 * failed or cancelled charge may still succeed.
 */
import { assign, setup } from 'xstate'
import { secondMs } from '../durations.ts'
import { type Clocked, effect } from '../effect.ts'
import { eventOf } from '../event-of.ts'
import {
  type ChargeContext,
  firstMemory,
  nextAttemptMs,
  rememberFailure,
} from './charge.context.ts'
import type { ChargeEvent, ChargeInput, ConfirmedCharge } from './charge.events.ts'
import { machineOptions } from '../primitives.ts'
import type { ReasonName } from '../reasons.ts'

type Why = { reason: ReasonName }
type Schedule = { dueAt: string; graceUntil: string }

const chargeSetup = setup({
  types: {} as {
    input: ChargeInput & Clocked
    context: ChargeContext
    events: ChargeEvent
    tags: 'closed'
  },
  guards: {
    wasChargedElsewhere: ({ context }) => context.settlement !== null,
    wasCancelRequested: ({ context }) => context.isCancelRequested,
    mayTryAgain: ({ context }) => !context.isInitial && nextAttemptMs(context) !== null,
    hasFailedBefore: ({ context }) => context.nextAttemptAt !== null,
    isForCurrentTransaction: ({ context }, { transactionId }: { transactionId: string }) =>
      context.transactionId === transactionId,
  },
  delays: {
    untilNextAttempt: ({ context }) =>
      Date.parse(context.nextAttemptAt ?? context.graceUntil) - context.now,
    // The contract takes a charge in the grace's last second, too.
    untilGraceEnds: ({ context }) => Date.parse(context.graceUntil) + secondMs - context.now,
  },
  actions: {
    // Effects.
    requestCharge: effect(),
    reportAttemptFailed: effect<Why>(),
    reportFailed: effect<Why>(),
    reportHeldBack: effect<Why>(),
    reportReleased: effect(),
    // Changes of the context.
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    recordTransaction: assign((_, { transactionId }: { transactionId: string }) => ({
      transactionId,
    })),
    recordFailure: assign((memory, why: Why) => rememberFailure(memory, why)),
    recordReason: assign((_, { reason }: Why) => ({ reason })),
    recordCancelRequest: assign((_, { reason }: Why) => ({ isCancelRequested: true, reason })),
    recordCharged: assign((_, { transactionHash, chargedAt }: ConfirmedCharge) => ({
      transactionHash,
      chargedAt,
      reason: null,
    })),
    recordResumed: assign((_, { dueAt, graceUntil }: Schedule) => ({
      dueAt,
      graceUntil,
      isCancelRequested: false,
      reason: null,
    })),
    undoCharged: assign({ transactionHash: null, chargedAt: null, transactionId: null }),
  },
})

const failed = { type: 'recordFailure', params: eventOf<Why> } as const
const confirmed = {
  target: '#Succeeded',
  actions: { type: 'recordCharged', params: eventOf<ConfirmedCharge> },
} as const
const cancelled = {
  target: '#Cancelled',
  actions: { type: 'recordReason', params: eventOf<Why> },
} as const
const recordResumed = { type: 'recordResumed', params: eventOf<Schedule> } as const
const resumed = { target: '#Pending.Requested', actions: recordResumed } as const
const boarded = {
  target: 'InFlight',
  actions: { type: 'recordTransaction', params: eventOf<{ transactionId: string }> },
} as const

/** The transaction ended without trying this charge: it is requested again, unless it was stopped meanwhile. */
const notProcessed = [
  { guard: 'wasCancelRequested', target: '#Cancelled' },
  {
    guard: { type: 'isForCurrentTransaction', params: eventOf<{ transactionId: string }> },
    target: 'Requested',
  },
  {},
] as const

const heldBack = {
  description:
    'Cannot be sent for now, for example for want of gas. It goes on by itself once that is mended, or fails for that reason when the grace is over.',
  after: { untilGraceEnds: '#Failed' },
  on: {
    'charge.submitted': { ...boarded, actions: [boarded.actions, 'reportReleased'] },
    'charge.heldBack': {
      actions: [
        { type: 'recordReason', params: eventOf<Why> },
        { type: 'reportHeldBack', params: eventOf<Why> },
      ],
    },
    'charge.notProcessed': notProcessed,
  },
} as const

/** The steps of one attempt, the same for the first and for every later one. */
const attempt = {
  Requested: {
    description:
      'Whether the payer has the money and has approved it is checked. Then it joins the next transaction.',
    entry: ['countAttempt', 'requestCharge'],
    on: {
      'charge.submitted': boarded,
      'charge.heldBack': {
        target: 'HeldBack',
        actions: [
          { type: 'recordReason', params: eventOf<Why> },
          { type: 'reportHeldBack', params: eventOf<Why> },
        ],
      },
      'charge.notProcessed': {},
    },
  },
  InFlight: {
    description: 'Part of a transaction that is on its way to the chain.',
    on: {
      'charge.submitted': boarded,
      'charge.cancel': { actions: { type: 'recordCancelRequest', params: eventOf<Why> } },
      'charge.heldBack': {
        target: 'HeldBack',
        actions: [
          { type: 'recordReason', params: eventOf<Why> },
          { type: 'reportHeldBack', params: eventOf<Why> },
        ],
      },
      'charge.notProcessed': notProcessed,
    },
  },
} as const

const attemptFailed = [
  { guard: 'wasCancelRequested', target: '#Cancelled' },
  {
    guard: 'mayTryAgain',
    target: '#Waiting',
    actions: [failed, { type: 'reportAttemptFailed', params: eventOf<Why> }],
  },
  { target: '#Failed', actions: [failed, { type: 'reportFailed', params: eventOf<Why> }] },
] as const

/** Reports that come after the end of a charge change nothing. */
const ignoredOnceClosed = {
  'charge.submitted': {},
  'charge.attemptFailed': {},
  'charge.notProcessed': {},
  'charge.heldBack': {},
  'charge.fundsArrived': {},
  'charge.cancel': {},
} as const

/** Events that a charge takes while it may still succeed, between attempts and during them. */
const whileOpen = {
  'charge.attemptFailed': attemptFailed,
  'charge.confirm': confirmed,
  'charge.cancel': cancelled,
  'charge.fundsArrived': {},
  'charge.reorged': {},
  'charge.resume': { actions: recordResumed },
} as const

export const chargeMachine = chargeSetup.createMachine({
  id: 'charge',
  version: '1',
  description: 'Collects the amount of one period of a subscription.',
  options: machineOptions,
  context: ({ input }) => firstMemory(input),
  initial: 'Pending',
  states: {
    Pending: {
      id: 'Pending',
      description: 'The first attempt is still to be made, or is under way.',
      initial: 'Opening',
      on: whileOpen,
      states: {
        Opening: {
          description:
            'Has somebody made this charge on the chain already? Then nothing is left to do.',
          always: [
            {
              guard: 'wasChargedElsewhere',
              target: '#Succeeded',
              actions: { type: 'recordCharged', params: chargedElsewhere },
            },
            { target: 'Requested' },
          ],
        },
        ...attempt,
        HeldBack: { id: 'HeldBack', ...heldBack },
      },
    },
    Retrying: {
      description: 'An attempt failed. Others follow while the grace lasts.',
      initial: 'Waiting',
      on: whileOpen,
      states: {
        Waiting: {
          id: 'Waiting',
          description: 'Waits for the time of the next attempt, or until the money has come.',
          after: { untilNextAttempt: 'Requested' },
          on: {
            'charge.fundsArrived': 'Requested',
            'charge.attemptFailed': {},
            'charge.submitted': {},
            'charge.heldBack': {},
            'charge.notProcessed': {},
          },
        },
        ...attempt,
        HeldBack: { id: 'HeldBackAgain', ...heldBack },
      },
    },
    Succeeded: {
      id: 'Succeeded',
      description: 'The contract has moved the amount from the payer to the merchant.',
      tags: 'closed',
      on: {
        ...ignoredOnceClosed,
        'charge.confirm': {},
        'charge.resume': {},
        'charge.reorged': [
          { guard: 'hasFailedBefore', target: 'Retrying.Requested', actions: 'undoCharged' },
          { target: 'Pending.Requested', actions: 'undoCharged' },
        ],
      },
    },
    Failed: {
      id: 'Failed',
      description: 'It could not be made, and is not tried again by itself.',
      tags: 'closed',
      on: {
        ...ignoredOnceClosed,
        'charge.confirm': confirmed,
        'charge.resume': resumed,
        'charge.reorged': {},
      },
    },
    Cancelled: {
      id: 'Cancelled',
      description:
        'Stopped before it was made, usually because the subscription was paused or ended.',
      tags: 'closed',
      on: {
        ...ignoredOnceClosed,
        'charge.confirm': confirmed,
        'charge.resume': resumed,
        'charge.reorged': {},
      },
    },
  },
})

function chargedElsewhere({ context }: { context: ChargeContext }): ConfirmedCharge {
  return context.settlement as ConfirmedCharge
}

/**
 * A charge collects one period's amount: it is tried, tried again while grace lasts, and
 * ends. That it succeeded is only ever said by the contract's own event, whoever
 * sent the transaction; so a failed or cancelled charge may still turn out a success.
 */
import { assign, setup } from 'xstate'
import { type Clocked, effect } from '../effect.ts'
import {
  type ChargeContext,
  firstMemory,
  nextAttemptMs,
  rememberFailure,
} from './charge.context.ts'
import type { ChargeEvent, ChargeInput, Settlement } from './charge.events.ts'
import { machineOptions } from '../primitives.ts'

type Why = { reason: string }
type Schedule = { dueAt: string; graceUntil: string }
const eventOf = <Event>({ event }: { event: Event }): Event => event

const words = setup({
  types: {} as {
    input: ChargeInput & Clocked
    context: ChargeContext
    events: ChargeEvent
    tags: 'closed'
  },
  guards: {
    wasSettledAlready: ({ context }) => context.settlement !== null,
    wasCancelRequested: ({ context }) => context.isCancelRequested,
    mayTryAgain: ({ context }) => !context.isInitial && nextAttemptMs(context) !== null,
    hasFailedBefore: ({ context }) => context.nextAttemptAt !== null,
    isTheOneUnderWay: ({ context }, told: { transactionId: string }) =>
      context.transactionId === told.transactionId,
  },
  delays: {
    untilNextAttempt: ({ context }) =>
      Date.parse(context.nextAttemptAt ?? context.graceUntil) - context.now,
  },
  actions: {
    // What it asks the world to do.
    requestCharge: effect(),
    tellAttemptFailed: effect<Why>(),
    tellFailed: effect<Why>(),
    tellHeldBack: effect<Why>(),
    tellReleased: effect(),
    // What it remembers.
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    recordTransaction: assign((_, { transactionId }: { transactionId: string }) => ({
      transactionId,
    })),
    recordFailure: assign((memory, why: Why) => rememberFailure(memory, why)),
    recordReason: assign((_, { reason }: Why) => ({ reason })),
    recordCancelRequest: assign((_, { reason }: Why) => ({ isCancelRequested: true, reason })),
    recordSettlement: assign((_, { transactionHash, chargedAt }: Settlement) => ({
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
    undoSettlement: assign({ transactionHash: null, chargedAt: null, transactionId: null }),
  },
})

const failed = { type: 'recordFailure', params: eventOf<Why> } as const
const settled = {
  target: '#Succeeded',
  actions: { type: 'recordSettlement', params: eventOf<Settlement> },
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

/** Its transaction did not come to it: it is asked for again, unless it was stopped meanwhile. */
const notProcessed = [
  { guard: 'wasCancelRequested', target: '#Cancelled' },
  {
    guard: { type: 'isTheOneUnderWay', params: eventOf<{ transactionId: string }> },
    target: 'Requested',
  },
  {},
] as const

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
          { type: 'tellHeldBack', params: eventOf<Why> },
        ],
      },
      'charge.notProcessed': {},
    },
  },
  HeldBack: {
    description:
      'Cannot be sent for now, for example for want of gas. It goes on by itself once that is mended.',
    on: {
      'charge.submitted': { ...boarded, actions: [boarded.actions, 'tellReleased'] },
      'charge.heldBack': { actions: { type: 'recordReason', params: eventOf<Why> } },
      'charge.notProcessed': notProcessed,
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
          { type: 'tellHeldBack', params: eventOf<Why> },
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
    actions: [failed, { type: 'tellAttemptFailed', params: eventOf<Why> }],
  },
  { target: '#Failed', actions: [failed, { type: 'tellFailed', params: eventOf<Why> }] },
] as const

/** What may still be said of a charge that has ended. */
const lateWords = {
  'charge.submitted': {},
  'charge.attemptFailed': {},
  'charge.notProcessed': {},
  'charge.heldBack': {},
  'charge.fundsArrived': {},
  'charge.cancel': {},
} as const

export const chargeMachine = words.createMachine({
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
      on: {
        'charge.attemptFailed': attemptFailed,
        'charge.confirm': settled,
        'charge.cancel': cancelled,
        'charge.fundsArrived': {},
        'charge.reorged': {},
        'charge.resume': { actions: recordResumed },
      },
      states: {
        Opening: {
          description:
            'Has somebody made this charge on the chain already? Then nothing is left to do.',
          always: [
            {
              guard: 'wasSettledAlready',
              target: '#Succeeded',
              actions: { type: 'recordSettlement', params: settlementOf },
            },
            { target: 'Requested' },
          ],
        },
        ...attempt,
      },
    },
    Retrying: {
      description: 'An attempt failed. Others follow while the grace lasts.',
      initial: 'Waiting',
      on: {
        'charge.attemptFailed': attemptFailed,
        'charge.confirm': settled,
        'charge.cancel': cancelled,
        'charge.fundsArrived': {},
        'charge.reorged': {},
        'charge.resume': { actions: recordResumed },
      },
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
      },
    },
    Succeeded: {
      id: 'Succeeded',
      description: 'The contract has moved the amount from the payer to the merchant.',
      tags: 'closed',
      on: {
        ...lateWords,
        'charge.confirm': {},
        'charge.resume': {},
        'charge.reorged': [
          { guard: 'hasFailedBefore', target: 'Retrying.Requested', actions: 'undoSettlement' },
          { target: 'Pending.Requested', actions: 'undoSettlement' },
        ],
      },
    },
    Failed: {
      id: 'Failed',
      description: 'It could not be made, and is not tried again by itself.',
      tags: 'closed',
      on: {
        ...lateWords,
        'charge.confirm': settled,
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
        ...lateWords,
        'charge.confirm': settled,
        'charge.resume': resumed,
        'charge.reorged': {},
      },
    },
  },
})

function settlementOf({ context }: { context: ChargeContext }): Settlement {
  return context.settlement as Settlement
}

/**
 * A delivery brings one event to one endpoint under one key: sent until the endpoint
 * answers 2xx or the attempts are used up, unless key or endpoint are taken away; sent again whenever
 * the merchant asks.
 */
import { assign, setup } from 'xstate'
import { type Clocked, type CommandMeta, effect } from '../effect.ts'
import { type EventOf, eventOf } from '../event-of.ts'
import { machineOptions } from '../primitives.ts'
import { type DeliveryEvent, DeliveryInput } from './delivery.events.ts'
import { mayTryAgain, momentOf, planNext } from './delivery.schedule.ts'
import type { DeliveryContext } from './delivery.context.ts'

const noneNext = { nextAttemptAt: null, scheduledAt: null }

const deliverySetup = setup({
  types: {} as {
    input: DeliveryInput & Clocked
    context: DeliveryContext
    events: DeliveryEvent
    tags: 'closed'
    meta: CommandMeta
  },
  guards: {
    mayTryAgain: ({ context }) => mayTryAgain(context),
    hasNotFailedEarly: ({ context }) => context.earlyFailures === 0,
  },
  delays: {
    untilNextAttempt: ({ context }) =>
      Date.parse(context.nextAttemptAt ?? context.createdAt) - context.now,
  },
  actions: {
    // Effects.
    sendWebhook: effect(),
    // Changes of the context.
    recordSuccess: assign(
      ({ context }, { httpStatus, durationMs }: EventOf<DeliveryEvent, 'delivery.succeeded'>) => ({
        attempts: context.attempts + 1,
        lastAttempt: { httpStatus, error: null, durationMs, at: momentOf(context.now) },
        ...noneNext,
      }),
    ),
    recordFailure: assign(
      (
        { context },
        { httpStatus, error, durationMs, jitter }: EventOf<DeliveryEvent, 'delivery.attemptFailed'>,
      ) => ({
        attempts: context.attempts + 1,
        lastAttempt: { httpStatus, error, durationMs, at: momentOf(context.now) },
        ...planNext(context, jitter),
      }),
    ),
    startOver: assign(({ context }) => ({
      ...noneNext,
      attempts: 0,
      earlyFailures: 0,
      dueAt: momentOf(context.now),
      waits: 0,
    })),
    endAttempts: assign(noneNext),
    recordRemoval: assign((_, { reason }: EventOf<DeliveryEvent, 'delivery.targetRemoved'>) => ({
      ...noneNext,
      reason,
    })),
  },
})

const delivered = {
  target: '#Delivered',
  actions: { type: 'recordSuccess', params: eventOf<EventOf<DeliveryEvent, 'delivery.succeeded'>> },
} as const
const failed = [
  {
    guard: 'mayTryAgain',
    target: '#Waiting',
    actions: {
      type: 'recordFailure',
      params: eventOf<EventOf<DeliveryEvent, 'delivery.attemptFailed'>>,
    },
  },
  {
    target: '#Exhausted',
    actions: {
      type: 'recordFailure',
      params: eventOf<EventOf<DeliveryEvent, 'delivery.attemptFailed'>>,
    },
  },
] as const
const expired = { target: '#Exhausted', actions: 'endAttempts' } as const
const removed = {
  target: '#Cancelled',
  actions: {
    type: 'recordRemoval',
    params: eventOf<EventOf<DeliveryEvent, 'delivery.targetRemoved'>>,
  },
} as const
const resend = {
  target: '#Pending',
  actions: 'startOver',
  meta: { label: 'Send again', roles: ['merchant'] },
} as const

export const deliveryMachine = deliverySetup.createMachine({
  id: 'delivery',
  version: '1',
  description: 'Sends one event to one webhook endpoint of the merchant, for one API key.',
  options: machineOptions,
  context: ({ input }) => ({
    ...input,
    ...noneNext,
    attempts: 0,
    earlyFailures: 0,
    lastAttempt: null,
    dueAt: momentOf(input.now),
    waits: 0,
    reason: null,
  }),
  initial: 'Pending',
  states: {
    Pending: {
      id: 'Pending',
      description:
        'Waits to be sent, after the earlier events about the same payment or subscription.',
      entry: 'sendWebhook',
      on: {
        'delivery.succeeded': delivered,
        'delivery.attemptFailed': failed,
        'delivery.endpointAnswered': {},
        'delivery.expired': expired,
        'delivery.targetRemoved': removed,
        'delivery.resend': {},
      },
    },
    Retrying: {
      description: 'An attempt failed. Others follow, after longer and longer waits.',
      initial: 'Waiting',
      on: { 'delivery.expired': expired, 'delivery.targetRemoved': removed },
      states: {
        Waiting: {
          id: 'Waiting',
          description: 'Waits for the next attempt.',
          after: { untilNextAttempt: 'Sending' },
          on: {
            'delivery.resend': resend,
            'delivery.succeeded': delivered,
            'delivery.attemptFailed': {},
            // Otherwise a delivery that is always refused would be sent again with every answer to others.
            'delivery.endpointAnswered': [{ guard: 'hasNotFailedEarly', target: 'Sending' }, {}],
          },
        },
        Sending: {
          description: 'The next attempt is under way.',
          entry: 'sendWebhook',
          on: {
            'delivery.succeeded': delivered,
            'delivery.attemptFailed': failed,
            'delivery.endpointAnswered': {},
            'delivery.resend': {},
          },
        },
      },
    },
    Delivered: {
      id: 'Delivered',
      description: 'The endpoint took it: it answered with a status from 200 to 299.',
      tags: 'closed',
      on: {
        'delivery.resend': resend,
        'delivery.succeeded': {},
        'delivery.attemptFailed': {},
        'delivery.endpointAnswered': {},
        'delivery.expired': {},
        'delivery.targetRemoved': {},
      },
    },
    Exhausted: {
      id: 'Exhausted',
      description: 'All attempts failed. The merchant can have it sent again.',
      tags: 'closed',
      on: {
        'delivery.resend': resend,
        'delivery.succeeded': delivered,
        'delivery.attemptFailed': {},
        'delivery.endpointAnswered': {},
        'delivery.expired': {},
        'delivery.targetRemoved': removed,
      },
    },
    Cancelled: {
      id: 'Cancelled',
      description: 'Its API key was deleted, or its endpoint removed, before it arrived.',
      tags: 'closed',
      on: {
        'delivery.succeeded': delivered,
        'delivery.attemptFailed': {},
        'delivery.endpointAnswered': {},
        'delivery.expired': {},
        'delivery.targetRemoved': {},
      },
    },
  },
})

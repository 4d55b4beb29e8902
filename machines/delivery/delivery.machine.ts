/**
 * A delivery brings one event to one endpoint under one key: sent until the endpoint
 * answers 2xx or the attempts are used up; sent again whenever the merchant asks.
 */
import { assign, setup } from 'xstate'
import { z } from 'zod'
import { type Clocked, type CommandMeta, effect, hourMs } from '../effect.ts'
import { type EventOf, eventOf } from '../event-of.ts'
import { machineOptions, Moment } from '../primitives.ts'
import { type DeliveryEvent, DeliveryInput } from './delivery.events.ts'

const minuteMs = 60_000
/** The wait after the first, second … failed attempt. */
const retryAfterMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]

export const DeliveryContext = z.strictObject({
  ...DeliveryInput.shape,
  now: z.number(),
  attempts: z.int().nonnegative(),
  lastAttempt: z
    .strictObject({
      httpStatus: z.int().nullable(),
      error: z.string().nullable(),
      durationMs: z.int().nonnegative(),
      at: Moment,
    })
    .nullable(),
  nextAttemptAt: Moment.nullable(),
})
export type DeliveryContext = z.infer<typeof DeliveryContext>

const deliverySetup = setup({
  types: {} as {
    input: DeliveryInput & Clocked
    context: DeliveryContext
    events: DeliveryEvent
    tags: 'closed'
    meta: CommandMeta
  },
  guards: {
    mayTryAgain: ({ context }) => context.attempts < retryAfterMs.length,
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
        nextAttemptAt: null,
      }),
    ),
    recordFailure: assign(
      ({ context }, failure: EventOf<DeliveryEvent, 'delivery.attemptFailed'>) =>
        rememberFailure(context, failure),
    ),
    startOver: assign({ attempts: 0, nextAttemptAt: null }),
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
const resend = {
  target: '#Pending',
  actions: 'startOver',
  meta: { label: 'Send again', role: 'merchant' },
} as const

export const deliveryMachine = deliverySetup.createMachine({
  id: 'delivery',
  version: '1',
  description: 'Sends one event to one webhook endpoint of the merchant, for one API key.',
  options: machineOptions,
  context: ({ input }) => ({ ...input, attempts: 0, lastAttempt: null, nextAttemptAt: null }),
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
        'delivery.resend': {},
      },
    },
    Retrying: {
      description: 'An attempt failed. Others follow, after longer and longer waits.',
      initial: 'Waiting',
      states: {
        Waiting: {
          id: 'Waiting',
          description: 'Waits for the next attempt.',
          after: { untilNextAttempt: 'Sending' },
          on: {
            'delivery.resend': resend,
            'delivery.succeeded': delivered,
            'delivery.attemptFailed': {},
          },
        },
        Sending: {
          description: 'The next attempt is under way.',
          entry: 'sendWebhook',
          on: {
            'delivery.succeeded': delivered,
            'delivery.attemptFailed': failed,
            'delivery.resend': {},
          },
        },
      },
    },
    Delivered: {
      id: 'Delivered',
      description: 'The endpoint took it: it answered with a status from 200 to 299.',
      tags: 'closed',
      on: { 'delivery.resend': resend, 'delivery.succeeded': {}, 'delivery.attemptFailed': {} },
    },
    Exhausted: {
      id: 'Exhausted',
      description: 'All attempts failed. The merchant can have it sent again.',
      tags: 'closed',
      on: {
        'delivery.resend': resend,
        'delivery.succeeded': delivered,
        'delivery.attemptFailed': {},
      },
    },
  },
})

const momentOf = (ms: number) => new Date(ms).toISOString()

function rememberFailure(
  context: DeliveryContext,
  { httpStatus, error, durationMs, jitter }: EventOf<DeliveryEvent, 'delivery.attemptFailed'>,
): Partial<DeliveryContext> {
  const waitMs = retryAfterMs[context.attempts]
  return {
    attempts: context.attempts + 1,
    lastAttempt: { httpStatus, error, durationMs, at: momentOf(context.now) },
    nextAttemptAt:
      waitMs === undefined ? null : momentOf(context.now + Math.round(waitMs * (1 + jitter))),
  }
}

/**
 * A delivery brings one event to one endpoint under one key: sent until the endpoint
 * answers 2xx or the attempts are used up, unless key or endpoint are taken away; sent again whenever
 * the merchant asks.
 */
import { assign, setup } from 'xstate'
import { z } from 'zod'
import { type Clocked, type CommandMeta, effect, hourMs } from '../effect.ts'
import { type EventOf, eventOf } from '../event-of.ts'
import { machineOptions, Moment } from '../primitives.ts'
import { type DeliveryEvent, DeliveryInput, RemovalReason } from './delivery.events.ts'

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
/** A wait is up to a fifth longer or shorter. */
const jitterMax = 0.2
/** For how long attempts are made, if each wait is as long as it is on average: 75 h 35 m 5 s. */
export const attemptsForMs = retryAfterMs.reduce((sum, waitMs) => sum + waitMs, 0)

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
  /** Since when it is to be sent: its attempts end by its own age, whatever it had to wait for. */
  dueAt: Moment,
  /** The waits between attempts that are used up. */
  waits: z.int().nonnegative(),
  /** Why it is not sent any more. */
  reason: RemovalReason.nullable(),
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
    mayTryAgain: ({ context }) =>
      isBeforeItsTime(context) || waitsUsed(context) < retryAfterMs.length,
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
    startOver: assign(({ context }) => ({
      attempts: 0,
      nextAttemptAt: null,
      dueAt: momentOf(context.now),
      waits: 0,
    })),
    endAttempts: assign({ nextAttemptAt: null }),
    recordRemoval: assign((_, { reason }: EventOf<DeliveryEvent, 'delivery.targetRemoved'>) => ({
      reason,
      nextAttemptAt: null,
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
    attempts: 0,
    lastAttempt: null,
    nextAttemptAt: null,
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
            'delivery.endpointAnswered': 'Sending',
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

const momentOf = (ms: number) => new Date(Math.round(ms)).toISOString()

/** Whether the attempt was made before its time, because the endpoint answered again. */
const isBeforeItsTime = ({ nextAttemptAt, now }: DeliveryContext): boolean =>
  nextAttemptAt !== null && Date.parse(nextAttemptAt) > now

/**
 * Counts the waits that are used up: by attempts, or by age where it was held up by earlier ones or by
 * an endpoint that was down. A wait counts as over when it is at its longest.
 */
function waitsUsed({ waits, dueAt, now }: DeliveryContext): number {
  const ageMs = now - Date.parse(dueAt)
  // Attempts that hang, and a service that is busy, use up no wait.
  if (ageMs < hourMs) return waits
  let used = 0
  let endsAtMs = 0
  for (const waitMs of retryAfterMs) {
    endsAtMs += waitMs * (1 + jitterMax)
    if (endsAtMs > ageMs) break
    used++
  }
  return Math.max(waits, used)
}

function rememberFailure(
  context: DeliveryContext,
  { httpStatus, error, durationMs, jitter }: EventOf<DeliveryEvent, 'delivery.attemptFailed'>,
): Partial<DeliveryContext> {
  const { now, attempts } = context
  const failure = {
    attempts: attempts + 1,
    lastAttempt: { httpStatus, error, durationMs, at: momentOf(now) },
  }
  if (isBeforeItsTime(context)) return failure
  const waits = waitsUsed(context)
  const waitMs = retryAfterMs[waits]
  return waitMs === undefined
    ? { ...failure, nextAttemptAt: null }
    : { ...failure, waits: waits + 1, nextAttemptAt: momentOf(now + waitMs * (1 + jitter)) }
}

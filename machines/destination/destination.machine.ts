/**
 * A destination is one endpoint under one key, as the deliveries to it find it. While it answers it
 * takes no turns. After a few failures in a row it is down: then only probes go out. Its first answer
 * after any failure releases everything that waits for it.
 */
import { assign, setup } from 'xstate'
import { z } from 'zod'
import { type Clocked, effect } from '../effect.ts'
import { type EventOf, eventOf } from '../event-of.ts'
import { machineOptions, Moment } from '../primitives.ts'
import { type DestinationEvent, DestinationInput } from './destination.events.ts'

/** So many attempts have failed, and none succeeded since, when a destination is down. */
const failuresMax = 3

export const DestinationContext = z.strictObject({
  ...DestinationInput.omit({ lane: true, httpStatus: true, error: true }).shape,
  now: z.number(),
  /** In a row, up to the number at which it is down. */
  failures: z.int().nonnegative(),
  /** The lane of all of these failures; null where several have failed. */
  failingLane: z.string().nullable(),
  /** Since when it answers, or since when it does not. */
  since: Moment,
  lastFailure: z.strictObject({
    httpStatus: z.int().nullable(),
    error: z.string(),
    at: Moment,
  }),
})
export type DestinationContext = z.infer<typeof DestinationContext>

type Failure = EventOf<DestinationEvent, 'destination.attemptFailed'>

const destinationSetup = setup({
  types: {} as {
    input: DestinationInput & Clocked
    context: DestinationContext
    events: DestinationEvent
    tags: 'closed'
  },
  guards: {
    isOneTooMany: ({ context }) => context.failures + 1 >= failuresMax,
    isOfAnotherLane: ({ context }, { lane }: Failure) =>
      context.failingLane !== null && context.failingLane !== lane,
  },
  actions: {
    // Effects.
    probe: effect(),
    release: effect(),
    // Changes of the context.
    recordFirstFailure: assign(({ context }, failure: Failure) => ({
      failures: 1,
      failingLane: failure.lane,
      since: momentOf(context.now),
      lastFailure: toFailure(failure, context.now),
    })),
    recordFailure: assign(({ context }, failure: Failure) => ({
      failures: Math.min(context.failures + 1, failuresMax),
      failingLane: context.failingLane === failure.lane ? failure.lane : null,
      lastFailure: toFailure(failure, context.now),
    })),
    recordAnswer: assign(({ context }) => ({
      failures: 0,
      failingLane: null,
      since: momentOf(context.now),
    })),
    // The next attempt decides.
    allowOneAttempt: assign({ failures: failuresMax - 1 }),
  },
})

const failureOf = eventOf<Failure>
const recordFailure = { type: 'recordFailure', params: failureOf } as const
const answered = { target: 'Answering', actions: ['recordAnswer', 'release'] } as const

export const destinationMachine = destinationSetup.createMachine({
  id: 'destination',
  version: '1',
  description: 'Whether the webhook endpoint of the merchant answers calls signed by one API key.',
  options: machineOptions,
  context: ({ input: { lane, httpStatus, error, ...known } }) => ({
    ...known,
    failures: 1,
    failingLane: lane,
    since: momentOf(known.now),
    lastFailure: toFailure({ httpStatus, error }, known.now),
  }),
  initial: 'Failing',
  states: {
    Failing: {
      description: 'The last attempt failed. Everything is still sent.',
      on: {
        'destination.attemptFailed': [
          { guard: 'isOneTooMany', target: 'Down', actions: recordFailure },
          { actions: recordFailure },
        ],
        'destination.answered': answered,
        'destination.emptied': {},
        'destination.removed': 'Removed',
      },
    },
    Down: {
      description:
        'Several attempts failed, and none succeeded since. Only probes go out; everything else waits.',
      entry: 'probe',
      on: {
        'destination.attemptFailed': [
          {
            guard: { type: 'isOfAnotherLane', params: failureOf },
            actions: recordFailure,
          },
          {},
        ],
        'destination.answered': answered,
        // Rows that came meanwhile, and wait since, have no probe to release them.
        'destination.emptied': { target: 'Failing', actions: ['allowOneAttempt', 'release'] },
        'destination.removed': 'Removed',
      },
    },
    Answering: {
      description: 'It answered, and nothing has failed since.',
      on: {
        'destination.attemptFailed': {
          target: 'Failing',
          actions: { type: 'recordFirstFailure', params: failureOf },
        },
        'destination.answered': {},
        'destination.emptied': {},
        'destination.removed': 'Removed',
      },
    },
    Removed: {
      description:
        'Its API key was deleted, or its endpoint removed. Nothing is sent to it any more.',
      tags: 'closed',
      on: {
        'destination.attemptFailed': {},
        'destination.answered': {},
        'destination.emptied': {},
        'destination.removed': {},
      },
    },
  },
})

const momentOf = (ms: number) => new Date(ms).toISOString()

const toFailure = ({ httpStatus, error }: Pick<Failure, 'httpStatus' | 'error'>, now: number) => ({
  httpStatus,
  error,
  at: momentOf(now),
})

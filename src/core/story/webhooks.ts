/** The stories of a delivery and of the destination of deliveries. */
import { deliveryReasons } from '../reasons/delivery-reasons.ts'
import { says } from './says.ts'
import { type Story } from './story.ts'

type Answer = { httpStatus: number | null; error: string }

const answerOf = ({ httpStatus, error }: Answer): string =>
  httpStatus === null ? error : `it answered ${httpStatus}`

export const deliveryStory: Story<'delivery'> = {
  begins: ({ context }) =>
    `The event ${context.eventType} is to be sent to the endpoint, signed by ${context.apiKey}.`,
  events: {
    'delivery.succeeded': ({ event, context }) =>
      `The endpoint took it at attempt ${context.attempts}: it answered ${event.httpStatus} within ${event.durationMs} ms.`,
    'delivery.attemptFailed': ({ event, context }) =>
      `Attempt ${context.attempts} failed: ${answerOf(event)}; ` +
      (context.nextAttemptAt
        ? `the next one follows ${context.nextAttemptAt}.`
        : 'that was the last one.'),
    'delivery.endpointAnswered': () => 'The endpoint answers again, so it is sent at once.',
    'delivery.expired': () => 'The endpoint was down until the time for attempts was over.',
    'delivery.targetRemoved': ({ event }) =>
      `It is not sent any more: ${says(deliveryReasons, event.reason)}.`,
    'delivery.resend': ({ who }) => `${who} had it sent again.`,
  },
  timers: {
    untilNextAttempt: () => 'The time of the next attempt came: it is sent again.',
  },
}

export const destinationStory: Story<'destination'> = {
  begins: ({ context }) =>
    `The first call signed by ${context.apiKey} failed: ${answerOf(context.lastFailure)}.`,
  events: {
    'destination.attemptFailed': ({ event, context, after }) =>
      `A call failed: ${answerOf(event)}. ` +
      (after.status === 'Down'
        ? 'It counts as down: only probes go out, and everything else waits.'
        : `That makes ${context.failures} in a row.`),
    'destination.answered': () => 'The endpoint answered: everything that waited is sent.',
    'destination.emptied': () => 'Nothing waits for it any more: the next call decides.',
    'destination.removed': () =>
      'Its API key was deleted, or its endpoint removed: nothing is sent to it any more.',
  },
  timers: {},
}

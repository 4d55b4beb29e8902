import { speakIn } from '../translate.ts'

const english = {
  deliveries: 'Events and deliveries',
  deliveriesHint:
    'Every event of the log, and how it reached your endpoint. What was not delivered is tried again by itself for three days.',
  event: 'Event',
  status: 'Status',
  attempts: 'Attempts',
  lastAttempt: 'Last attempt',
  nextAttempt: 'Next attempt',
  created: 'Created',
  apiKey: 'Signed by',
  eventType: 'Event type',
  eventId: 'Event id',
  resource: 'Resource',
  resourceHint: 'The id that the event is about',
  none: '–',
  noDeliveries: 'No delivery yet',
  noDeliveriesHint:
    'Set a webhook endpoint under Integration; what happens from then on is delivered.',
  delivery: 'Delivery of {event}',
  resend: 'Send it again',
  resendHint:
    'Your endpoint gets the same event with the same id once more. A receiver that follows the rules does nothing twice.',
  resendAll: 'Send events again',
  resendAllHint:
    'All events of the log after one number and up to another, oldest first, such as after an outage of your server.',
  after: 'After number',
  until: 'Up to number',
  untilHint: 'Empty: up to the newest.',
  resent: { one: '{count} event is sent again.', other: '{count} events are sent again.' },
  moreLeft: 'More are left: go on after number {next}.',
  body: 'What was sent',
  bodyGone: 'The body is not kept any more; the event log has it.',
  answered: 'Answered {status} after {ms} ms',
  failed: '{error}, after {ms} ms',
} as const

export const say = speakIn<typeof english>(english, 'en')

import { speakIn } from '../translate.ts'

const english = {
  eventsAndDeliveries: 'Events and deliveries',
  events: 'Events',
  eventsHint:
    'Everything that happened, numbered without holes, whether a webhook told you of it or not.',
  noEvents: 'No event yet',
  noEventsHint: 'Create a plan or a payment: what happens to it stands here.',
  number: 'Number',
  about: 'About',
  delivered: 'Webhook',
  happened: 'Happened',
  customer: 'Customer',
  subscription: 'Subscription',
  plan: 'Plan',
  notSent: 'Not sent',
  notSentHint: 'There was no endpoint, or no API key to sign it, when it happened.',
  eventTitle: 'Event {number}: {event}',
  sequence: 'Number of its resource',
  redeliver: 'Send the event again',
  redeliverHint:
    'It goes to the endpoint of now, under every API key of now, with the same id. A receiver that follows the rules does nothing twice.',
  copyBody: 'Copy the body',
  copiedBody: 'The body is copied.',
  copyCurl: 'Copy as curl',
  copiedCurl: 'The command is copied.',
  listDeliveries: 'All its deliveries',
  deliveries: 'Deliveries',
  deliveriesHint:
    'How each event reached your endpoint. What was not delivered is tried again by itself for three days.',
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
  undelivered: 'Send again what did not arrive',
  undeliveredHint:
    'Everything that has not reached your endpoint goes out again, the oldest first: what was given up, what waits for its next attempt, and what was never sent. What has arrived is left alone.',
  since: 'Happened since',
  sinceHint: 'In your time zone, {zone}. Empty: since the beginning.',
  resending: 'Sending again…',
  resentSoFar: { one: '{count} event so far.', other: '{count} events so far.' },
  keepOpen: 'Keep this window open until it is done.',
  goOn: 'Go on',
  allArrived: 'There is nothing to send again: everything since then has arrived.',
  cutShort:
    'The service did not answer. Go on where it was: what has gone out already is not sent twice.',
  inDeliveries: {
    one: 'That is {count} delivery, one for each API key that has not got it.',
    other: 'That is {count} deliveries, one for each API key that has not got it.',
  },
  waitForEndpoint: {
    one: '{count} delivery waits until your endpoint answers: it is down, and tried again at once.',
    other:
      '{count} deliveries wait until your endpoint answers: it is down, and tried again at once.',
  },
  waitForEarlier: {
    one: '{count} delivery goes out behind an earlier event of the same resource.',
    other: '{count} deliveries go out behind earlier events of the same resources.',
  },
  body: 'What was sent',
  bodyGone: 'The body is not kept any more; the event log has it.',
  answered: 'Answered {status} after {ms} ms',
  failed: '{error}, after {ms} ms',
} as const

export const say = speakIn<typeof english>(english, 'en')

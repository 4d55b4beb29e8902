/** Why a webhook is not sent any more, has not arrived, or waits; and why an endpoint counts as down. */
import type { DestinationContext } from '../../../machines/destination/destination.machine.ts'
import type { deliveryReasons as removals } from '../../../machines/reasons.ts'
import { fact, type Value } from '../story/values.ts'
import type { Catalogue, ReasonWords } from './reason-words.ts'
import type { DeliveryContext } from '../../../machines/delivery/delivery.context.ts'

const deliveryOf = (delivery: DeliveryContext): Value[] => [
  { name: 'event', value: delivery.eventType },
  { name: 'API key', value: delivery.apiKey },
  { name: 'attempts', value: String(delivery.attempts) },
  ...fact('last answer', delivery.lastAttempt?.httpStatus),
  ...fact('last error', delivery.lastAttempt?.error),
  ...fact('last attempt at', delivery.lastAttempt?.at),
  ...fact('next attempt at', delivery.nextAttemptAt),
]

export const deliveryReasons: Catalogue<(typeof removals)[number], DeliveryContext> = {
  ApiKeyDeleted: {
    says: 'the key that would have signed it was deleted',
    condition: 'The API key that signs the webhook is there.',
    values: deliveryOf,
    change: 'Redeliver the event: it is then sent under the keys of now.',
    helper: 'merchant',
  },
  EndpointRemoved: {
    says: 'the endpoint was removed',
    condition: 'There is a webhook endpoint.',
    values: deliveryOf,
    change: 'Set a webhook endpoint in Settings › Integration, then redeliver the event.',
    helper: 'merchant',
  },
}

/** An attempt failed, and others follow. */
export const attemptFailed: ReasonWords<DeliveryContext> = {
  says: 'the endpoint did not take it',
  condition: 'The endpoint answers with a status from 200 to 299 in time.',
  values: deliveryOf,
  change:
    'Mend the endpoint: it is tried again by itself, and at once when it answers; or press Send again.',
  helper: 'merchant',
}

export const attemptsExhausted: ReasonWords<DeliveryContext> = {
  ...attemptFailed,
  says: 'all attempts failed',
  change: 'Mend the endpoint, then press Send again.',
}

/** An endpoint that does not answer under one key. */
export const endpointFails: ReasonWords<DestinationContext> = {
  says: 'the endpoint does not answer',
  condition: 'The endpoint answers with a status from 200 to 299 in time.',
  values: ({ failures, since, lastFailure, apiKey }) => [
    { name: 'API key', value: apiKey },
    { name: 'failures in a row', value: String(failures) },
    { name: 'since', value: since },
    ...fact('last answer', lastFailure.httpStatus),
    ...fact('last error', lastFailure.error),
    { name: 'last attempt at', value: lastFailure.at },
  ],
  change: 'Mend the endpoint: probes go on, and everything that waits is sent once it answers.',
  helper: 'merchant',
}

import { DeliveryInput } from '../../../machines/delivery/delivery.events.ts'
import type { Case } from '../../support/explore.ts'
import { beganAt, daysLater, idOf, owner } from './owner.ts'

export const deliveryCases: Case[] = [
  {
    kind: 'delivery',
    title: 'an event for one endpoint',
    input: DeliveryInput.parse({
      id: idOf('D'),
      ...owner,
      eventId: idOf('E'),
      eventType: 'SubscriptionCreated',
      lane: 'endpoint/subscription',
      sequence: 1,
      endpointId: idOf('N'),
      apiKey: 'key-1',
      createdAt: daysLater(0),
    }),
    beganAt,
    eventsAt: () => [
      { type: 'delivery.succeeded', httpStatus: 200, durationMs: 40 },
      {
        type: 'delivery.attemptFailed',
        httpStatus: 500,
        error: 'HTTP 500',
        durationMs: 40,
        jitter: -0.2,
      },
      { type: 'delivery.endpointAnswered' },
      { type: 'delivery.expired' },
      { type: 'delivery.targetRemoved', reason: 'ApiKeyDeleted' },
      { type: 'delivery.resend' },
    ],
    differencesOf: ({ context, now }) => [
      context['waits'],
      Date.parse(String(context['scheduledAt'])) > now,
      Number(context['earlyFailures']) > 0,
    ],
  },
]

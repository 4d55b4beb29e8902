import { DestinationInput } from '../../../machines/destination/destination.events.ts'
import type { Case } from '../../support/explore.ts'
import { beganAt, daysLater, idOf, owner } from './owner.ts'

const failure = { httpStatus: 500, error: 'answered 500' }

export const destinationCases: Case[] = [
  {
    kind: 'destination',
    title: 'an endpoint that has just failed for the first time',
    input: DestinationInput.parse({
      id: idOf('T'),
      ...owner,
      endpointId: idOf('N'),
      apiKey: 'key-1',
      createdAt: daysLater(0),
      lane: 'payment/one',
      ...failure,
    }),
    beganAt,
    eventsAt: () => [
      { type: 'destination.attemptFailed', lane: 'payment/one', ...failure },
      { type: 'destination.attemptFailed', lane: 'payment/other', ...failure },
      { type: 'destination.answered' },
      { type: 'destination.emptied' },
      { type: 'destination.removed' },
    ],
    differencesOf: ({ context }) => [context['failures'], context['failingLane']],
  },
]

/** Messages by kind and name, as the cases of the machines make them: what of them a machine asks about is right. */
import type { MessageEvent } from '../../../../src/shared/message.ts'
import type { ActorKind } from '../../../../src/shared/stored-actor.ts'
import { deliveryCases } from '../../../machines/cases/delivery.ts'
import { destinationCases } from '../../../machines/cases/destination.ts'
import type { Case } from '../../../support/explore.ts'

type Messages = Readonly<Record<string, MessageEvent>>

const creationOf = ([one]: Case[]): Messages => ({
  create: { type: `${one!.kind}.create`, input: one!.input },
})

const failure = { httpStatus: 500, error: 'answered 500' }
const failureIn = (lane: string): MessageEvent => ({
  type: 'destination.attemptFailed',
  lane: `plan/${lane}`,
  ...failure,
})

export const messages: Partial<Record<ActorKind, Messages>> = {
  delivery: {
    ...creationOf(deliveryCases),
    succeeded: { type: 'delivery.succeeded', httpStatus: 200, durationMs: 40 },
    attemptFailed: { type: 'delivery.attemptFailed', ...failure, durationMs: 40, jitter: 0 },
    endpointAnswered: { type: 'delivery.endpointAnswered' },
    expired: { type: 'delivery.expired' },
    targetRemoved: { type: 'delivery.targetRemoved', reason: 'EndpointRemoved' },
    resend: { type: 'delivery.resend' },
  },
  destination: {
    create: {
      type: 'destination.create',
      input: { ...destinationCases[0]!.input, lane: 'plan/1' },
    },
    'attemptFailed 1': failureIn('1'),
    'attemptFailed 2': failureIn('2'),
    'attemptFailed 3': failureIn('3'),
    answered: { type: 'destination.answered' },
    emptied: { type: 'destination.emptied' },
    removed: { type: 'destination.removed' },
  },
}

/**
 * Reports to a destination its first failure, which creates it, every further one, and the first answer after failures.
 * One that always answers hears nothing and costs nothing.
 */
import type { StatusOf } from '../../machines/actors.ts'
import type {
  DestinationEvent,
  DestinationInput,
} from '../../machines/destination/destination.events.ts'
import { derivedId } from '../shared/ids.ts'
import type { Message } from '../shared/message.ts'
import type { Attempt } from './send.ts'

export type DestinationStatus = StatusOf['destination']

/** An attempt at a destination: whose, in which lane, and what was known of the destination before. */
export type DestinationAttempt = Pick<Message, 'id' | 'merchantId' | 'network' | 'cause'> & {
  lane: string
  payload: { endpointId: string; apiKey: string }
  /** Null where it has no actor, because it never failed. */
  destinationStatus: DestinationStatus | null
}

/** Makes the one id of a destination. */
export const destinationId = (endpointId: string, apiKey: string): string =>
  derivedId(new Date(0), `${endpointId}/${apiKey}`)

/** Makes a message to a destination. */
export const createDestinationMessage = (
  { id, merchantId, network, cause }: Pick<Message, 'id' | 'merchantId' | 'network' | 'cause'>,
  entityId: string,
  event: DestinationEvent | Creation,
): Message => ({ id, kind: 'destination', entityId, merchantId, network, event, cause })

/** Makes the message that an attempt is worth to its destination, if any. */
export function reportToDestination(
  request: DestinationAttempt,
  { httpStatus, error }: Pick<Attempt, 'httpStatus' | 'error'>,
  now: Date,
): Message[] {
  const { merchantId, network, lane, payload, destinationStatus } = request
  const { endpointId, apiKey } = payload
  const id = destinationId(endpointId, apiKey)
  const toMessage = (event: DestinationEvent | Creation): Message[] => [
    createDestinationMessage({ ...request, id: `${request.id}/destination` }, id, event),
  ]
  if (error === null)
    return destinationStatus === 'Failing' || destinationStatus === 'Down'
      ? toMessage({ type: 'destination.answered' })
      : []
  const failure = { lane, httpStatus, error }
  if (destinationStatus) return toMessage({ type: 'destination.attemptFailed', ...failure })
  const identity = { id, merchantId, network, endpointId, apiKey }
  const input = { ...identity, createdAt: now.toISOString(), ...failure }
  return toMessage({ type: 'destination.create', input })
}

type Creation = { type: 'destination.create'; input: DestinationInput }

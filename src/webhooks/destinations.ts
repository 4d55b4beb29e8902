/**
 * What a destination is told: its first failure, which creates it, every further one, and the first
 * answer after failures. One that always answers is told nothing and costs nothing.
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

/** Makes the message that an attempt is worth to its destination, if any. */
export function reportToDestination(
  request: DestinationAttempt,
  { httpStatus, error }: Pick<Attempt, 'httpStatus' | 'error'>,
  now: Date,
): Message[] {
  const { id, merchantId, network, cause, lane, payload, destinationStatus } = request
  const { endpointId, apiKey } = payload
  const entityId = destinationId(endpointId, apiKey)
  const toMessage = (event: DestinationEvent | Creation): Message[] => [
    { id: `${id}/destination`, kind: 'destination', entityId, merchantId, network, event, cause },
  ]
  if (error === null)
    return destinationStatus === 'Failing' || destinationStatus === 'Down'
      ? toMessage({ type: 'destination.answered' })
      : []
  const failure = { lane, httpStatus, error }
  if (destinationStatus) return toMessage({ type: 'destination.attemptFailed', ...failure })
  const identity = { id: entityId, merchantId, network, endpointId, apiKey }
  const input = { ...identity, createdAt: now.toISOString(), ...failure }
  return toMessage({ type: 'destination.create', input })
}

type Creation = { type: 'destination.create'; input: DestinationInput }

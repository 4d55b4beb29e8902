/** The message to a delivery with the result of an attempt. */
import { createHash } from 'node:crypto'
import type { DeliveryEvent, RemovalReason } from '../../machines/delivery/delivery.events.ts'
import type { Message } from '../shared/message.ts'
import type { Attempt } from './send.ts'

/** The next attempt comes up to a fifth earlier or later, so that receivers are not hit in waves. */
const jitterMax = 0.2

/** Nothing was sent, and nothing will be: there is nothing to send it to, or to sign it with. */
export type Removed = { removed: RemovalReason }

/** The request to send: its id, its delivery and the owner. */
export type SendRequest = Pick<Message, 'id' | 'merchantId' | 'network' | 'cause'> & {
  deliveryId: string
}

/** Makes the message of a result; a request has one, however often it is carried out. */
export function resultMessage(request: SendRequest, attempt: Attempt | Removed): Message {
  const { id, deliveryId, merchantId, network, cause } = request
  const event: DeliveryEvent =
    'removed' in attempt
      ? { type: 'delivery.targetRemoved', reason: attempt.removed }
      : resultEvent(id, attempt)
  return {
    id: `${id}/done`,
    kind: 'delivery',
    entityId: deliveryId,
    merchantId,
    network,
    event,
    cause,
  }
}

function resultEvent(requestId: string, { httpStatus, error, durationMs }: Attempt): DeliveryEvent {
  if (httpStatus !== null && error === null)
    return { type: 'delivery.succeeded', httpStatus, durationMs }
  return {
    type: 'delivery.attemptFailed',
    httpStatus,
    error: error ?? 'no answer',
    durationMs,
    jitter: jitterOf(requestId),
  }
}

/** Derives -0.2 to 0.2 from the id, the same for the same request. */
function jitterOf(requestId: string): number {
  const draw = createHash('sha256').update(requestId).digest().readUInt32BE() / 0xffff_ffff
  return (2 * draw - 1) * jitterMax
}

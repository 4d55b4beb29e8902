/**
 * Plans the deliveries of an event: one for each API key of its network, because every key signs a
 * call of its own. Ids are derived from event, endpoint and key, so that planning an event twice plans the
 * same deliveries.
 */
import type { DeliveryInput } from '../../machines/delivery/delivery.events.ts'
import type { EventType } from '../shared/event-types.ts'
import { derivedId } from '../shared/ids.ts'
import type { Cause, Message } from '../shared/message.ts'
import type { Network } from '../shared/network.ts'

export type PlannedEvent = {
  eventId: string
  logNumber: number
  eventType: EventType
  merchantId: string
  network: Network
  resourceKind: string
  resourceId: string
  sequence: number
  at: Date
}

export type DeliveryCreation = Message & {
  event: { type: 'delivery.create'; input: DeliveryInput }
}

/**
 * Names the message that creates the delivery at this place of its lane. The sender asks
 * the outbox for it: while the place before is not created yet, this one waits.
 */
export const creationId = (lane: string, sequence: number) => `${lane}/${sequence}/create`

/** Plans an event's deliveries to an endpoint, under each of the keys. */
export function planDeliveries(
  event: PlannedEvent,
  endpointId: string,
  apiKeys: string[],
  cause: Cause,
): DeliveryCreation[] {
  const { merchantId, network, eventId, eventType, sequence } = event
  return apiKeys.map((apiKey) => {
    const input: DeliveryInput = {
      id: derivedId(event.at, `${eventId}/${endpointId}/${apiKey}`),
      merchantId,
      network,
      eventId,
      eventType,
      lane: `${event.resourceKind}/${event.resourceId}/${endpointId}/${apiKey}`,
      sequence,
      endpointId,
      apiKey,
      createdAt: event.at.toISOString(),
    }
    return {
      id: creationId(input.lane, sequence),
      kind: 'delivery',
      entityId: input.id,
      merchantId,
      network,
      event: { type: 'delivery.create', input },
      cause,
    }
  })
}

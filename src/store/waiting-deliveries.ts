/**
 * The deliveries that wait for one destination, taken in batches, the oldest first. Ids of messages
 * come from the delivery and its revision, so that a batch that is repeated tells nobody twice.
 */
import { attemptsForMs } from '../../machines/delivery/delivery.schedule.ts'
import type { DeliveryEvent, RemovalReason } from '../../machines/delivery/delivery.events.ts'
import type { Message } from '../shared/message.ts'
import type { Owner } from '../shared/owner.ts'
import type { Database } from './database.ts'
import { deliveriesOnTheirWay, quoteStatuses, undeliveredDeliveries } from '../core/states.ts'

/** The call of a delivery is made of this, as its outbox row says it. */
export type SendWebhook = {
  deliveryId: string
  eventId: string
  endpointId: string
  apiKey: string
  lane: string
  sequence: number
}
export type DestinationKey = { endpointId: string; apiKey: string }
export type WaitingDelivery = { id: string; revision: number }
export const batchMax = 500
/** So many of the oldest and of the newest that wait are considered for a probe. */
const consideredMax = 100

const onTheirWay = `status in (${quoteStatuses(deliveriesOnTheirWay)})`
const ofDestination = `endpoint_id = $1 and api_key = $2 and ${onTheirWay}`

/**
 * Lists a batch of those that wait for their next attempt, behind the delivery `after`, and that an answer
 * brings forward: those that failed so once wait by themselves.
 */
export async function listWaiting(
  { pool }: Database,
  { endpointId, apiKey }: DestinationKey,
  after: string,
  limit: number,
): Promise<WaitingDelivery[]> {
  const { rows } = await pool.query<WaitingDelivery>({
    name: 'waiting-deliveries',
    text: `select id, revision from delivery where ${ofDestination} and id > $3
        and phase = 'Waiting' and (snapshot->'context'->>'earlyFailures')::int = 0
      order by id limit $4`,
    values: [endpointId, apiKey, after, limit],
  })
  return rows
}

/** Lists a batch of those whose time for attempts is over. */
export async function listExpired(
  { pool }: Database,
  { endpointId, apiKey }: DestinationKey,
  now: Date,
): Promise<WaitingDelivery[]> {
  const { rows } = await pool.query<WaitingDelivery>({
    name: 'expired-deliveries',
    text: `select id, revision from delivery
      where ${ofDestination} and snapshot->'context'->>'dueAt' <= $3 order by id limit ${batchMax}`,
    values: [endpointId, apiKey, new Date(now.getTime() - attemptsForMs).toISOString()],
  })
  return rows
}

export type Removal = { endpointId: string | null; apiKey: string | null; reason: RemovalReason }

/** Lists a batch of the owner's deliveries, behind `after`, that an endpoint's or key's end puts an end to. */
export async function listRemoved(
  { pool }: Database,
  { merchantId, network }: Owner,
  { endpointId, apiKey }: Removal,
  after: string,
): Promise<WaitingDelivery[]> {
  const { rows } = await pool.query<WaitingDelivery>({
    name: 'removed-deliveries',
    text: `select id, revision from delivery
      where merchant_id = $1 and network = $2 and status in (${quoteStatuses(undeliveredDeliveries)})
        and (endpoint_id = $3 or api_key = $4) and id > $5 order by id limit ${batchMax}`,
    values: [merchantId, network, endpointId, apiKey, after],
  })
  return rows
}

/**
 * Picks the delivery that the `turn`th probe sends: the first of its lane, of another lane each time,
 * beginning with the oldest, so that one resource that is always refused does not hide that the
 * others would be taken.
 */
export async function pickProbe(
  { pool }: Database,
  { endpointId, apiKey }: DestinationKey,
  turn: number,
): Promise<(SendWebhook & { revision: number }) | undefined> {
  const { rows } = await pool.query<SendWebhook & { revision: number }>({
    name: 'pick-probe',
    text: `with waiting as (
        (select lane from delivery where ${ofDestination} order by id limit ${consideredMax})
        union
        (select lane from delivery where ${ofDestination} order by id desc limit ${consideredMax})
      ), head as (
        select first.* from waiting cross join lateral (
          select id, revision, event_id, lane, sequence from delivery
          where delivery.lane = waiting.lane and ${onTheirWay} order by sequence limit 1) as first
      )
      select id as "deliveryId", revision, event_id as "eventId", $1 as "endpointId", $2 as "apiKey",
        lane, sequence
      from head order by id
      offset (select $3::int % greatest(count(*), 1) from head) limit 1`,
    values: [endpointId, apiKey, turn],
  })
  return rows[0]
}

/** Makes the message that tells a delivery something of its destination. */
export function createDeliveryMessage(
  { merchantId, network, cause }: Pick<Message, 'merchantId' | 'network' | 'cause'>,
  { id, revision }: WaitingDelivery,
  event: DeliveryEvent,
): Message {
  const name = `${event.type}/${id}/${revision}`
  return { id: name, kind: 'delivery', entityId: id, merchantId, network, event, cause }
}

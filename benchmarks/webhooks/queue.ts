/**
 * Fills the queue of webhooks at one moment, with deliveries as the service makes them: events in the log, deliveries that
 * wait to be sent, and the rows that ask for the calls.
 */
import pg from 'pg'
import { derivedId } from '../../src/shared/ids.ts'
import type { StoredActor } from '../../src/shared/stored-actor.ts'
import type { Destination } from './service.program.ts'

export type Filling = {
  destinations: Destination[]
  events: number
  /** So many events of one resource follow each other. */
  eventsOfEachResource: number
}

const rowsOfStatement = 5_000
/** A body as long as that of a payment. */
export const padding = 'x'.repeat(560)

export async function fillQueue(
  databaseUrl: string,
  template: StoredActor<'delivery'>,
  filling: Filling,
): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const at = new Date()
  try {
    // The relay sees all of them at once.
    await client.query('begin')
    for (let from = 0; from < filling.events; from += rowsOfStatement) {
      const rows = Array.from(
        { length: Math.min(rowsOfStatement, filling.events - from) },
        (_, place) => rowOf(template, filling, from + place, at),
      )
      await client.query(insertion, [JSON.stringify(rows)])
    }
    await client.query('commit')
    await client.query('analyze delivery')
  } finally {
    await client.end()
  }
}

function rowOf(
  { snapshot, status, phase, machineVersion }: StoredActor<'delivery'>,
  { destinations, eventsOfEachResource }: Filling,
  index: number,
  at: Date,
) {
  const resource = Math.floor(index / eventsOfEachResource)
  const sequence = (index % eventsOfEachResource) + 1
  const destination = destinations[resource % destinations.length]!
  const { merchantId, network, endpointId, apiKey } = destination
  const resourceId = derivedId(at, `${at.toISOString()}/${resource}`)
  const eventId = derivedId(at, `${resourceId}/${sequence}`)
  const id = derivedId(at, `${eventId}/${apiKey}`)
  const lane = `payment/${resourceId}/${endpointId}/${apiKey}`
  const times = { createdAt: at.toISOString(), dueAt: at.toISOString() }
  const place = { id, merchantId, network, eventId, endpointId, apiKey, lane, sequence }
  const context = { ...snapshot.context, ...place, ...times }
  const body = {
    eventId,
    eventType: 'PaymentCreated',
    sequence,
    payment: { id: resourceId, padding },
  }
  return {
    id,
    merchant_id: merchantId,
    network,
    status,
    phase,
    machine_version: machineVersion,
    snapshot: { ...snapshot, context },
    at,
    log_number: index + 1,
    event_id: eventId,
    resource_id: resourceId,
    sequence,
    body: JSON.stringify(body),
    lane,
    payload: { deliveryId: id, eventId, endpointId, apiKey, lane, sequence },
  }
}

const insertion = `with told as (
    select * from json_to_recordset($1) as t(id text, merchant_id text, network text, status text, phase text,
      machine_version int, snapshot jsonb, at timestamptz, log_number int, event_id text, resource_id text,
      sequence int, body text, lane text, payload json)
  ), logged as (
    insert into merchant_event (merchant_id, network, log_number, event_id, event_type, resource_kind, resource_id,
      sequence, body, at)
    select merchant_id, network, log_number, event_id, 'PaymentCreated', 'payment', resource_id, sequence, body, at
    from told
  ), planned as (
    insert into delivery (id, merchant_id, network, status, phase, revision, machine_version, snapshot, created_at,
      updated_at)
    select id, merchant_id, network, status, phase, 1, machine_version, snapshot, at, at from told
  )
  insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload, cause, at, available_at)
  select 'delivery/' || id || '/1/0', 'webhook', 'sendWebhook', 'delivery', id, merchant_id, network, lane, payload,
    '{"type":"timer","timer":"benchmark"}', at, at from told`

/**
 * The chores of the webhook relay, which are about all deliveries of a destination rather than one:
 * probes of one that is down, the release of what waits when it answers again, and the end of what
 * nobody is left for. Each is an outbox row, and may be repeated.
 */
import type { Message } from '../../shared/message.ts'
import type { Database } from '../../store/database.ts'
import { enqueueAndPublish, finishRows } from '../../store/engine/outbox.ts'
import type { PutOff } from '../leased-work.ts'
import type { Chore } from '../../store/engine/chore-queue.ts'
import {
  batchMax,
  type DestinationKey,
  listRemoved,
  type Removal,
  createDeliveryMessage,
} from '../../store/waiting-deliveries.ts'
import { createDestinationMessage } from '../../webhooks/destinations.ts'
import { probe } from './webhook-probe.ts'
import { release } from './webhook-release.ts'
import type { WebhookRelayDependencies } from '../webhook-results.ts'

/** Does a chore, and returns what puts it off. An error leaves it in the outbox, to be done again when its lease is over. */
export async function doChore(
  dependencies: WebhookRelayDependencies,
  chore: Chore,
): Promise<PutOff | void> {
  switch (chore.name) {
    case 'probe':
      return probe(dependencies, chore, chore.payload as DestinationKey)
    case 'release':
      return release(dependencies, chore)
    case 'endDeliveries':
      return endDeliveries(dependencies, chore, chore.payload as Removal)
    default:
      throw new Error(`nobody does the chore ${chore.name}`)
  }
}

/** Ends what was to go to an endpoint that was removed, or under a key that was deleted. */
async function endDeliveries(
  { database, bus }: WebhookRelayDependencies,
  chore: Chore,
  removal: Removal,
): Promise<void> {
  await enqueueAndPublish({ database, bus }, await removedDestinations(database, chore, removal))
  const { reason } = removal
  const event = { type: 'delivery.targetRemoved', reason } as const
  for (let after = ''; ;) {
    const removed = await listRemoved(database, chore, removal, after)
    const messages = removed.map((delivery) => createDeliveryMessage(chore, delivery, event))
    await enqueueAndPublish({ database, bus }, messages)
    if (removed.length < batchMax) return finishRows(database, [chore.id], [])
    after = removed.at(-1)!.id
  }
}

async function removedDestinations(
  { pool }: Database,
  chore: Chore,
  { endpointId, apiKey }: Removal,
): Promise<Message[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from destination where merchant_id = $1 and network = $2 and status <> 'Removed'
       and (endpoint_id = $3 or api_key = $4)`,
    [chore.merchantId, chore.network, endpointId, apiKey],
  )
  return rows.map(({ id }) =>
    createDestinationMessage({ ...chore, id: `${chore.id}/${id}` }, id, {
      type: 'destination.removed',
    }),
  )
}

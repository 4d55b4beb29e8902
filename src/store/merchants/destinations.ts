/** Tells the webhook relay of a merchant's change of keys and endpoint. */
import type { PoolClient } from 'pg'
import type { RemovalReason } from '../../../machines/delivery/delivery.events.ts'
import { newId } from '../../shared/ids.ts'
import type { Cause } from '../../shared/message.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../database.ts'

type Removal = { endpointId: string | null; apiKey: string | null; reason: RemovalReason }

/** Enqueues, inside the caller's commit, the end of the deliveries to an endpoint or under a key. */
export async function enqueueRemoval(
  client: PoolClient,
  { merchantId, network }: Owner,
  removal: Removal,
  at: Date,
): Promise<void> {
  const cause: Cause = {
    type: 'command',
    command: removal.reason === 'ApiKeyDeleted' ? 'apiKey.delete' : 'webhookEndpoint.remove',
    by: 'merchant',
  }
  const id = newId(at)
  await client.query(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload, cause,
       at, available_at)
     values ($1, 'webhook', 'endDeliveries', 'delivery', $2, $3, $4, '', $5, $6, $7, now())`,
    [`removal/${id}`, id, merchantId, network, removal, cause, at],
  )
}

/** Has the owner's destinations that are down probed at once. The caller wakes the channel `webhook`. */
export async function requestProbes(
  { pool }: Database,
  { merchantId, network }: Owner,
): Promise<void> {
  await pool.query({
    name: 'request-probes',
    text: `update outbox set available_at = to_timestamp(0), attempts = 0
      where channel = 'webhook' and name = 'probe' and merchant_id = $1 and network = $2`,
    values: [merchantId, network],
  })
}

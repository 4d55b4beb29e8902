/** The address of a merchant's webhooks: one for each network. */
import { newId } from '../../shared/ids.ts'
import { type AuditTrail, changeWithTrail } from '../people/audit.ts'
import { WebhookEndpoint } from '../tables/merchants.ts'
import type { Owner } from '../../shared/owner.ts'
import { enqueueRemoval, requestProbes } from '../engine/chore-queue.ts'
import type { WithClock } from '../parts.ts'

export async function findWebhookEndpoint(
  { database }: Pick<WithClock, 'database'>,
  owner: Owner,
): Promise<WebhookEndpoint | null> {
  return database.orm.em.fork().findOne(WebhookEndpoint, { ...owner })
}

/**
 * Sets the address; null removes it, and ends what was to go there. An endpoint keeps its id when its
 * address changes. The caller wakes the channel `webhook` afterwards.
 */
export async function setWebhookEndpoint(
  dependencies: WithClock,
  owner: Owner,
  url: string | null,
  audit?: AuditTrail,
): Promise<void> {
  const { database, clock } = dependencies
  if (url === null) return removeWebhookEndpoint(dependencies, owner, audit)
  const updatedAt = clock.now()
  await changeWithTrail(database, audit, async (client) => {
    const key = [owner.merchantId, owner.network]
    const { rows } = await client.query<{ url: string }>(
      'select url from webhook_endpoint where merchant_id = $1 and network = $2 for update',
      key,
    )
    await client.query(
      `insert into webhook_endpoint (id, merchant_id, network, url, updated_at)
       values ($3, $1, $2, $4, $5) on conflict (merchant_id, network) do update set
         url = excluded.url, updated_at = excluded.updated_at`,
      [...key, newId(updatedAt), url, updatedAt],
    )
    return { before: rows[0] ?? null, after: { url } }
  })
  await requestProbes(database, owner)
}

async function removeWebhookEndpoint(
  { database, clock }: WithClock,
  owner: Owner,
  audit?: AuditTrail,
): Promise<void> {
  await changeWithTrail(database, audit, async (client) => {
    const { rows } = await client.query<{ id: string; url: string }>(
      'delete from webhook_endpoint where merchant_id = $1 and network = $2 returning id, url',
      [owner.merchantId, owner.network],
    )
    const endpointId = rows[0]?.id
    if (endpointId === undefined) return { before: null, after: null }
    const removal = { endpointId, apiKey: null, reason: 'EndpointRemoved' } as const
    await enqueueRemoval(client, owner, removal, clock.now())
    return { before: { url: rows[0]!.url }, after: null }
  })
}

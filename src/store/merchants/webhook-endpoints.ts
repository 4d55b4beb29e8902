/** The address of a merchant's webhooks: one for each network. */
import { newId } from '../../shared/ids.ts'
import { runInOneCommit } from '../commit.ts'
import { WebhookEndpoint } from '../tables/merchants.ts'
import type { Owner } from '../../shared/owner.ts'
import type { MerchantDependencies } from './merchants.ts'
import { enqueueRemoval, requestProbes } from './destinations.ts'

type Dependencies = Pick<MerchantDependencies, 'database' | 'clock'>

export async function findWebhookEndpoint(
  { database }: Pick<Dependencies, 'database'>,
  owner: Owner,
): Promise<WebhookEndpoint | null> {
  return database.orm.em.fork().findOne(WebhookEndpoint, { ...owner })
}

/**
 * Sets the address; null removes it, and ends what was to go there. An endpoint keeps its id when its
 * address changes. The caller wakes the channel `webhook` afterwards.
 */
export async function setWebhookEndpoint(
  dependencies: Dependencies,
  owner: Owner,
  url: string | null,
): Promise<void> {
  const { database, clock } = dependencies
  if (url === null) return removeWebhookEndpoint(dependencies, owner)
  const updatedAt = clock.now()
  await database.orm.em
    .fork()
    .upsert(
      WebhookEndpoint,
      { id: newId(updatedAt), ...owner, url, updatedAt },
      { onConflictFields: ['merchantId', 'network'], onConflictMergeFields: ['url', 'updatedAt'] },
    )
  await requestProbes(database, owner)
}

async function removeWebhookEndpoint(
  { database, clock }: Dependencies,
  owner: Owner,
): Promise<void> {
  await runInOneCommit(database.pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'delete from webhook_endpoint where merchant_id = $1 and network = $2 returning id',
      [owner.merchantId, owner.network],
    )
    const endpointId = rows[0]?.id
    if (endpointId === undefined) return
    const removal = { endpointId, apiKey: null, reason: 'EndpointRemoved' } as const
    await enqueueRemoval(client, owner, removal, clock.now())
  })
}

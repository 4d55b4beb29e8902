/** The address of a merchant's webhooks: one for each network. */
import { newId } from '../../shared/ids.ts'
import { WebhookEndpoint } from '../tables/merchants.ts'
import type { Owner } from '../../shared/owner.ts'
import type { MerchantDependencies } from './merchants.ts'

type Dependencies = Pick<MerchantDependencies, 'database' | 'clock'>

export async function findWebhookEndpoint(
  { database }: Pick<Dependencies, 'database'>,
  owner: Owner,
): Promise<WebhookEndpoint | null> {
  return database.orm.em.fork().findOne(WebhookEndpoint, { ...owner })
}

/** Sets the address; null removes it. An endpoint keeps its id when its address changes. */
export async function setWebhookEndpoint(
  dependencies: Dependencies,
  owner: Owner,
  url: string | null,
): Promise<void> {
  const em = dependencies.database.orm.em.fork()
  if (url === null) {
    await em.nativeDelete(WebhookEndpoint, { ...owner })
    return
  }
  const updatedAt = dependencies.clock.realNow()
  await em.upsert(
    WebhookEndpoint,
    { id: newId(updatedAt), ...owner, url, updatedAt },
    { onConflictFields: ['merchantId', 'network'], onConflictMergeFields: ['url', 'updatedAt'] },
  )
}

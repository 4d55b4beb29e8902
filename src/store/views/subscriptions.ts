import type { Address } from 'viem'
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../database.ts'
import { Subscription } from '../tables/actors.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Page } from '../../shared/page.ts'
import { toStoredActor } from '../actor-row.ts'

export type SubscriptionFilter = {
  customerId?: string | undefined
  payer?: Address | undefined
  /** Nothing in it: any status. */
  statusIn: string[]
}

/** Lists the owner's subscriptions, the newest first. */
export async function listSubscriptions(
  { orm }: Database,
  owner: Owner,
  { customerId, payer, statusIn }: SubscriptionFilter,
  page: Page,
): Promise<StoredActor<'subscription'>[]> {
  const filter = {
    ...owner,
    ...(customerId !== undefined && { customerId }),
    ...(payer && { payer }),
    ...(statusIn.length > 0 && { status: { $in: statusIn } }),
  }
  const orderBy = [{ createdAt: 'desc' as const }, { id: 'asc' as const }]
  const found = await orm.em.fork().find(Subscription, filter, { orderBy, ...page })
  return found.map((subscription) => toStoredActor('subscription', subscription))
}

/** Returns anybody's subscription: only for answers that tell what the chain tells everybody. */
export async function findSubscriptionOfAnyone(
  { orm }: Database,
  contractAddress: Address,
): Promise<StoredActor<'subscription'> | null> {
  const found = await orm.em.fork().findOne(Subscription, { id: contractAddress })
  return found && toStoredActor('subscription', found)
}

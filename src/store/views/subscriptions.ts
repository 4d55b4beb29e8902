import type { Address } from 'viem'
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../database.ts'
import { Subscription } from '../tables/actors.ts'
import { toStoredActor } from '../actor-row.ts'

/** Returns anybody's subscription: only for answers that tell what the chain tells everybody. */
export async function findSubscriptionOfAnyone(
  { orm }: Database,
  contractAddress: Address,
): Promise<StoredActor<'subscription'> | null> {
  const found = await orm.em.fork().findOne(Subscription, { id: contractAddress })
  return found && toStoredActor('subscription', found)
}

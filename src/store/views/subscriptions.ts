import type { Address } from 'viem'
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../database.ts'
import { Subscription } from '../tables/actors.ts'
import { toStoredActor } from '../actor-row.ts'

/** Returns the subscription of any merchant: only for answers that hold no more than the public chain does. */
export async function findSubscriptionOfAnyone(
  { orm }: Database,
  contractAddress: Address,
): Promise<StoredActor<'subscription'> | null> {
  const found = await orm.em.fork().findOne(Subscription, { id: contractAddress })
  return found && toStoredActor('subscription', found)
}

/** Asks before a setting suspends subscriptions, which end when their grace is over. */
import type { Owner } from '../../../shared/owner.ts'
import { Problem } from '../../../shared/problems.ts'
import { countLivingSubscriptions } from '../../../store/views/subscriptions.ts'
import type { HttpDependencies } from '../../dependencies.ts'

type Setting = {
  /** What the setting does to subscriptions that need the asset or chain. */
  effect: string
  /** A request that insists. */
  insisting: object
}

/** Throws `WouldSuspend` with the number of subscriptions that need the asset, or are on the chain; none is fine. */
export async function refuseToSuspend(
  { database }: Pick<HttpDependencies, 'database'>,
  owner: Owner,
  needed: { asset: string } | { blockchain: string },
  { effect, insisting }: Setting,
): Promise<void> {
  const subscriptions = await countLivingSubscriptions(database, owner, needed)
  if (subscriptions === 0) return
  const [name] = Object.values(needed)
  throw new Problem(
    'WouldSuspend',
    `${subscriptions} living ${subscriptions === 1 ? 'subscription needs' : 'subscriptions need'} ${name}. ${effect} ` +
      `Each is Suspended when its next charge is due, and ends when its grace is over. To go on all the same, send ${JSON.stringify(insisting)}.`,
    { details: { subscriptions } },
  )
}

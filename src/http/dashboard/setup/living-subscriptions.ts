/** Asks before a setting suspends subscriptions, which end when their grace is over. */
import type { Owner } from '../../../shared/owner.ts'
import { Problem } from '../../../shared/problems.ts'
import {
  countLivingSubscriptions,
  type LivingSubscriptions,
} from '../../../store/views/subscriptions.ts'
import type { WithDatabase } from '../../../store/parts.ts'

type Setting = {
  /** Whether it would stop the charges of these. */
  stops: (subscriptions: LivingSubscriptions) => boolean
  /** Why it would, and what else may be done. */
  effect: string
  /** A request that insists. */
  insisting: object
}

/** Throws `WouldSuspend` with the number of living subscriptions that the setting would stop; none is fine. */
export async function refuseToSuspend(
  { database }: WithDatabase,
  owner: Owner,
  { stops, effect, insisting }: Setting,
): Promise<void> {
  const living = await countLivingSubscriptions(database, owner)
  const subscriptions = living.filter(stops).reduce((all, { count }) => all + count, 0)
  if (subscriptions === 0) return
  throw new Problem(
    'WouldSuspend',
    `${subscriptions} living ${subscriptions === 1 ? 'subscription' : 'subscriptions'} would be charged no more. ${effect} ` +
      `Each is Suspended when its next charge is due, and ends when its grace is over. To go on all the same, send ${JSON.stringify(insisting)}.`,
    { details: { subscriptions } },
  )
}

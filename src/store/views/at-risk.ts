import { chargeableSubscriptions } from '../states.ts'
import type { Database } from '../database.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { Subscription } from '../tables/actors.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Page } from '../../shared/page.ts'
import { toStoredActor } from '../actor-row.ts'

/**
 * Lists the subscriptions whose next charge will fail unless somebody acts, or has failed
 * already, the most urgent first.
 */
export async function listAtRisk(
  { orm }: Database,
  owner: Owner,
  page: Page,
): Promise<{ actors: StoredActor<'subscription'>[]; total: number }> {
  const [rows, total] = await orm.em.fork().findAndCount(
    Subscription,
    {
      ...owner,
      status: { $in: chargeableSubscriptions },
      $or: [{ isAtRisk: true }, { phase: { $like: 'Overdue%' } }],
    },
    { orderBy: [{ nextChargeAt: 'asc' }, { id: 'asc' }], ...page },
  )
  return { actors: rows.map((row) => toStoredActor('subscription', row)), total }
}

/** Returns when the next charge of those is due, the most urgent; null where none is at risk. */
export async function findMostUrgent(database: Database, owner: Owner): Promise<string | null> {
  const { actors } = await listAtRisk(database, owner, { limit: 1, offset: 0 })
  return actors[0]?.snapshot.context.nextChargeAt ?? null
}

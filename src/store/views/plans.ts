import type { StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../database.ts'
import { Plan } from '../tables/actors.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Page } from '../../shared/page.ts'
import { toStoredActor } from '../actor-row.ts'

/** Lists the owner's plans, the newest first. */
export async function listPlans(
  { orm }: Database,
  owner: Owner,
  { statusIn }: { statusIn: string[] },
  page: Page,
): Promise<StoredActor<'plan'>[]> {
  const filter = { ...owner, ...(statusIn.length > 0 && { status: { $in: statusIn } }) }
  const plans = await orm.em.fork().find(Plan, filter, { orderBy: { id: 'desc' }, ...page })
  return plans.map((plan) => toStoredActor('plan', plan))
}

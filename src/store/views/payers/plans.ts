/** Reads plans for payers: those on offer, and those that subscriptions of theirs are to. */
import type { Owner } from '../../../shared/owner.ts'
import type { Page } from '../../../shared/page.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'
import { type ActorRow, toStoredActor } from '../../actor-row.ts'
import type { Database } from '../../database.ts'
import { Plan } from '../../tables/actors.ts'

/** `planId`: that plan alone, or any. `tags`: those that have one of them, or all. */
type Offered = { planId: string | null; tags: string[] }

/** Lists a page of the owner's Active plans whose asset is switched on, the newest first. */
export async function listOfferedPlans(
  { pool }: Database,
  { merchantId, network }: Owner,
  { planId, tags }: Offered,
  { limit, offset }: Page,
): Promise<StoredActor<'plan'>[]> {
  const { rows } = await pool.query<ActorRow<'plan'>>({
    name: 'offered-plans',
    text: `select id, merchant_id as "merchantId", network, status, phase, revision,
        machine_version as "machineVersion", snapshot
      from plan where merchant_id = $1 and network = $2 and status = 'Active'
        and exists (select 1 from merchant_asset a where a.merchant_id = $1 and a.network = $2
          and a.code = plan.snapshot->'context'->>'asset' and a.is_active)
        and (cardinality($3::text[]) = 0 or snapshot->'context'->'tags' ?| $3)
        and ($6::text is null or id = $6)
      order by created_at desc, id desc limit $4 offset $5`,
    values: [merchantId, network, tags, limit, offset, planId],
  })
  return rows.map((row) => toStoredActor('plan', row))
}

/** Finds plans of the owner by their ids, whatever their status. */
export async function findPlans(
  { orm }: Database,
  owner: Owner,
  ids: string[],
): Promise<Map<string, StoredActor<'plan'>>> {
  const rows = await orm.em.fork().find(Plan, { ...owner, id: { $in: [...new Set(ids)] } })
  return new Map(rows.map((row) => [row.id, toStoredActor('plan', row)]))
}

/** The work at a job: claimed by one process at a time, a few targets at a time, each written down when it is done. */
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../database.ts'

/** As long as a process may be silent before another goes on. */
const claimSeconds = 20

/** The lists whose rows can be acted on. */
type ListToActOn = 'subscriptions' | 'deliveries'
export type Claimed = { id: string; owner: Owner; list: ListToActOn; command: string }
export type Target = { place: number; entityId: string }
export type Outcome = {
  place: number
  outcome: 'Done' | 'Refused' | 'Gone' | 'Failed'
  reason: string | null
}

/** Claims the oldest job that nobody works at; null where there is none. */
export async function claimJob({ pool }: Pick<Database, 'pool'>): Promise<Claimed | null> {
  const { rows } = await pool.query<Owner & Omit<Claimed, 'owner'>>({
    name: 'act-on-many-claim',
    text: `update act_on_many set claimed_until = now() + interval '${claimSeconds} seconds'
      where id = (select id from act_on_many
        where status = 'Running' and (claimed_until is null or claimed_until < now())
        order by created_at limit 1 for update skip locked)
      returning id, merchant_id as "merchantId", network, list, command`,
    values: [],
  })
  const [row] = rows
  if (!row) return null
  const { merchantId, network, ...job } = row
  return { ...job, owner: { merchantId, network } }
}

export async function nextTargets(
  { pool }: Pick<Database, 'pool'>,
  jobId: string,
  limit: number,
): Promise<Target[]> {
  const { rows } = await pool.query<Target>({
    name: 'act-on-many-next',
    text: `select place, entity_id as "entityId" from act_on_many_target
      where job_id = $1 and outcome is null order by place limit $2`,
    values: [jobId, limit],
  })
  return rows
}

/** Writes what became of some targets, and gives the claim back. */
export async function writeOutcomes(
  { pool }: Pick<Database, 'pool'>,
  jobId: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  await pool.query({
    name: 'act-on-many-outcomes',
    text: `with written as (
        update act_on_many_target target set outcome = one.outcome, reason = one.reason
        from json_to_recordset($2) as one(place int, outcome text, reason text)
        where target.job_id = $1 and target.place = one.place)
      update act_on_many set claimed_until = null where id = $1`,
    values: [jobId, JSON.stringify(outcomes)],
  })
}

/** Ends a job of which nothing is left. */
export async function finishJob({ pool }: Pick<Database, 'pool'>, jobId: string): Promise<void> {
  await pool.query(
    `update act_on_many set status = 'Done', finished_at = now(), claimed_until = null
     where id = $1 and status = 'Running'
       and not exists (select from act_on_many_target where job_id = $1 and outcome is null)`,
    [jobId],
  )
}

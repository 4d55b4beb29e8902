/** Counts actors by state: of one merchant for its dashboard, of all for the operator. */
import { type ActorKind, actorKinds } from '../../shared/stored-actor.ts'
import type { Database } from '../database.ts'
import type { Owner } from '../../shared/owner.ts'

export type StateCount = { kind: ActorKind; status: string; phase: string; count: number }

/** Counts the owner's actors of a kind by public status. */
export async function countByStatus(
  { pool }: Database,
  kind: ActorKind,
  owner: Owner,
): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ status: string; count: number }>(
    `select status, count(*)::int as count from ${kind}
     where merchant_id = $1 and network = $2 group by status`,
    [owner.merchantId, owner.network],
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

/** Counts the actors of all merchants by kind and state. */
export async function countMachines({ pool }: Database): Promise<StateCount[]> {
  const counts = actorKinds.map(
    (kind) =>
      `select '${kind}' as kind, status, phase, count(*)::int as count from ${kind} group by 2, 3`,
  )
  const { rows } = await pool.query<StateCount>(`${counts.join(' union all ')} order by 1, 2, 3`)
  return rows
}

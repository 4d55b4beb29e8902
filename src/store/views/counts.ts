/** Counts the actors of all merchants by state, for the operator. */
import { type ActorKind, actorKinds } from '../../shared/stored-actor.ts'
import type { Database } from '../database.ts'

export type StateCount = { kind: ActorKind; status: string; phase: string; count: number }

export async function countMachines({ pool }: Database): Promise<StateCount[]> {
  const counts = actorKinds.map(
    (kind) =>
      `select '${kind}' as kind, status, phase, count(*)::int as count from ${kind} group by 2, 3`,
  )
  const { rows } = await pool.query<StateCount>(`${counts.join(' union all ')} order by 1, 2, 3`)
  return rows
}

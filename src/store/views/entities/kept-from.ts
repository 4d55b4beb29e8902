/**
 * From when on turns are in the database: operators take old months out of it and keep them elsewhere
 * (docs/operations/months.md), and whoever reads what is left sees where it begins.
 */
import type { StoredActor } from '../../../shared/stored-actor.ts'
import type { Database } from '../../database.ts'
import { findOldestMonth } from '../../partitions/partitions.ts'

/** The month that the journal begins with, and the first turn of an actor that it has. */
export type KeptFrom = { month: string; seq: number }

type Actor = Pick<StoredActor, 'kind' | 'id' | 'revision'>

/** Returns where the turns of an actor begin; null where the journal has all of them. */
export async function readKeptFrom(
  { pool }: Pick<Database, 'pool'>,
  { kind, id, revision }: Actor,
): Promise<KeptFrom | null> {
  if (revision === 0) return null
  const { rows } = await pool.query<{ first: number }>(
    `select revision as first from journal_turn where kind = $1 and entity_id = $2
     order by revision limit 1`,
    [kind, id],
  )
  const seq = rows[0]?.first ?? revision + 1
  return seq === 1 ? null : { month: await findOldestMonth(pool, 'journal'), seq }
}

/** Returns the month that the journal begins with, where it lacks turns of any of these actors; else null. */
export async function readKeptMonth(
  { pool }: Pick<Database, 'pool'>,
  actors: readonly Actor[],
): Promise<string | null> {
  const begun = actors.filter(({ revision }) => revision > 0)
  const { rows } = await pool.query<{ isAny: boolean }>(
    `select exists (select from unnest($1::text[], $2::text[]) as asked(kind, id)
      where (select revision from journal where journal.kind = asked.kind and entity_id = asked.id
        order by revision limit 1) is distinct from 1) as "isAny"`,
    [begun.map(({ kind }) => kind), begun.map(({ id }) => id)],
  )
  return rows[0]!.isAny ? findOldestMonth(pool, 'journal') : null
}

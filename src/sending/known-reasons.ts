/** The reason for waiting that each actor has stored, so that it is reported only when it changes. */
import type { Pool } from 'pg'

/** `revision`: the turns that the actor has taken by now, one of which brought it the reason. */
export type KnownReason = { id: string; revision: number; reason: string | null }

const knownOf = (table: string, reason: string): string =>
  `select id, revision, ${reason} as reason from ${table} where id = any($1)`
const remembered = (name: string): string => `snapshot->'context'->>'${name}'`

/** A charge has its reason from what made it wait only while it waits; earlier ones are of its attempts. */
const text = [
  knownOf('charge', `case when phase = 'HeldBack' then ${remembered('reason')} end`),
  knownOf('payment', remembered('sweepReason')),
  knownOf('permit', remembered('reason')),
].join(' union all ')

/** Reads what the charges, payments and permits with these ids know. */
export async function findKnownReasons(
  pool: Pool,
  ids: string[],
): Promise<Map<string, KnownReason>> {
  const { rows } = await pool.query<KnownReason>({ name: 'known-reasons', text, values: [ids] })
  return new Map(rows.map((known) => [known.id, known]))
}

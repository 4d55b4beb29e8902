/**
 * Has PostgreSQL count tables again that have grown much since it did. What it believes of their size decides how
 * it reads them, and by itself it looks again a minute later: until then what waits in a table that was empty
 * would be gone through again and again.
 */
import type { Pool } from 'pg'

/** A table smaller than this is read as fast in any way. */
const rowsMin = 1_000
/**
 * A table has grown if it holds so many times the rows that the planner believes in. 24,000 events counted as one made the
 * statement that takes them reach its limit of ten seconds again and again, and no merchant heard of anything for 40 s.
 */
const growthMin = 4
const tablesAtOnceMax = 20

/**
 * Counts the tables again that have grown so; returns their names as SQL takes them. Tables of other owners are left
 * out.
 */
export async function countGrownTables(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>({
    name: 'grown-tables',
    text: `select grown.relid::regclass::text as name from pg_stat_user_tables grown
        join pg_class relation on relation.oid = grown.relid
      where grown.schemaname = current_schema() and pg_has_role(relation.relowner, 'USAGE')
        and grown.n_live_tup > ${rowsMin}
        and grown.n_live_tup > ${growthMin} * greatest(relation.reltuples, 0)
      order by grown.n_live_tup desc limit ${tablesAtOnceMax}`,
  })
  const names = rows.map(({ name }) => name)
  for (const name of names) await pool.query(`analyze (skip_locked) ${name}`)
  return names
}

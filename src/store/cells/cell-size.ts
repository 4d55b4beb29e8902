/** Measures how full a cell is. */
import type { Pool } from 'pg'

export type CellSize = { merchants: number; /** On disk, with indexes. */ bytes: number }

export async function readCellSize(pool: Pool): Promise<CellSize> {
  const { rows } = await pool.query<CellSize>({
    name: 'cell-fullness',
    text: `select (select count(*)::int from merchant) as merchants,
        coalesce(sum(pg_total_relation_size(oid)), 0)::float8 as bytes
      from pg_class where relkind in ('r', 'm') and relnamespace = current_schema()::regnamespace`,
  })
  return rows[0]!
}

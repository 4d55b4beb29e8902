/** Counts the rows that PostgreSQL reads, whichever plan it has chosen. */
import type { Pool } from 'pg'

/** Returns how many rows of these tables `work` reads, from the table or by an index; nothing else may read them meanwhile. */
export async function countRowsRead(
  pool: Pool,
  tables: string[],
  work: () => Promise<unknown>,
): Promise<number> {
  const before = await readSoFar(pool, tables)
  await work()
  return (await readSoFar(pool, tables)) - before
}

async function readSoFar(pool: Pool, tables: string[]): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ read: number }>(
    `select sum(seq_tup_read + idx_tup_fetch)::int as read from pg_stat_user_tables
     where relname = any($1)`,
    [tables],
  )
  return rows[0]!.read
}

/** Puts what was archived back into the tables, so that the laws can be held against everything that happened. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Database } from '../../src/store/database.ts'
import { monthOf } from '../../src/store/partitions/months.ts'
import { makePartitions } from '../../src/store/partitions/partitions.ts'

/** Returns how many rows came back. */
export async function restoreArchive(database: Database, directory: string): Promise<number> {
  const { rows: archived } = await database.pool.query<{
    table: string
    month: string
    file: string
  }>('select table_name as "table", month, file from archived_month order by archived_at')
  let restored = 0
  for (const { table, month, file } of archived) {
    await makePartitions(database.pool, [monthOf(new Date(`${month}-01T00:00:00Z`))])
    const lines = gunzipSync(await readFile(join(directory, file)))
      .toString()
      .trim()
      .split('\n')
    const columns = await storedColumns(database, table)
    const { rowCount } = await database.pool.query(
      `insert into ${table} (${columns}) select ${columns}
       from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [`[${lines.join(',')}]`],
    )
    restored += rowCount ?? 0
  }
  await database.pool.query('delete from archived_month')
  return restored
}

/** Those that Postgres does not compute by itself. */
async function storedColumns({ pool }: Database, table: string): Promise<string> {
  const { rows } = await pool.query<{ columns: string }>(
    `select string_agg(column_name, ', ') as columns from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  return rows[0]!.columns
}

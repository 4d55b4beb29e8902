/** A backup within the database itself: all tables as they were, and the way back to them. */
import type { Database } from '../../src/store/database.ts'

type Pool = Database['pool']

/** Copies every table, in place of an earlier copy; nobody may write meanwhile. */
export async function backUp(pool: Pool): Promise<void> {
  await pool.query('drop schema if exists backup cascade')
  await pool.query('create schema backup')
  for (const [table] of await tablesOf(pool))
    await pool.query(`create table backup."${table}" as table public."${table}"`)
}

/** Sets every table back to the backup; nobody may be connected who trusts what it has read. */
export async function restoreBackup(pool: Pool): Promise<void> {
  const tables = await tablesOf(pool)
  const client = await pool.connect()
  try {
    await client.query('begin')
    // A restore does the same: neither triggers nor foreign keys ask what a row means.
    await client.query('set local session_replication_role = replica')
    await client.query(`truncate ${tables.map(([table]) => `public."${table}"`).join(', ')}`)
    for (const [table, columns] of tables) {
      const names = columns.map((column) => `"${column}"`).join(', ')
      await client.query(
        `insert into public."${table}" (${names}) overriding system value
         select ${names} from backup."${table}"`,
      )
    }
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Each table with those of its columns that are stored, not computed. */
async function tablesOf(pool: Pool): Promise<[table: string, columns: string[]][]> {
  const { rows } = await pool.query<{ table: string; columns: string[] }>(
    `select table_name as "table", array_agg(column_name::text) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
       and table_name not in (select relname from pg_class where relispartition)
     group by table_name`,
  )
  return rows.map(({ table, columns }) => [table, columns])
}

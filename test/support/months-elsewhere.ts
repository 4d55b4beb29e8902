/**
 * Takes months out of the tables and puts them back, by the statements of docs/operations/months.md. Meanwhile they are in
 * another schema, where the service does not look, instead of in a dump.
 */
import type { Database } from '../../src/store/database.ts'
import { listPartitions, type Partition } from '../../src/store/partitions/partitions.ts'

/** A month of a table that was taken out, and the statement that attaches it again. */
export type MonthElsewhere = { partition: Partition; attach: string }

type Pool = Pick<Database, 'pool'>

/** Takes the months out that ended before `until`, the earliest first; returns what puts them back. */
export async function takeOutMonths({ pool }: Pool, until: Date): Promise<MonthElsewhere[]> {
  await pool.query('create schema if not exists elsewhere')
  const taken = []
  for (const partition of await listPartitions(pool)) {
    if (partition.until > until) break
    const { name, table } = partition
    const { rows } = await pool.query<{ attach: string }>(
      `select format('alter table %s attach partition %s %s', inhparent::regclass, inhrelid::regclass,
         pg_get_expr(relpartbound, inhrelid)) as attach
       from pg_inherits join pg_class on pg_class.oid = inhrelid where inhrelid = $1::regclass`,
      [name],
    )
    await pool.query(`alter table ${table.name} detach partition ${name} concurrently`)
    await pool.query(`alter table ${name} set schema elsewhere`)
    taken.push({ partition, attach: rows[0]!.attach })
  }
  return taken
}

export async function putBackMonths({ pool }: Pool, months: MonthElsewhere[]): Promise<void> {
  const { rows } = await pool.query<{ schema: string }>('select current_schema() as schema')
  for (const { partition, attach } of months) {
    await pool.query(`alter table elsewhere.${partition.name} set schema ${rows[0]!.schema}`)
    await pool.query(attach)
  }
}

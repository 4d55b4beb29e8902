/** The months of the tables that grow with what happens. */
import type { Pool } from 'pg'
import { listPartitions } from '../partitions/partitions.ts'

export type TableMonth = {
  table: string
  /** Such as `2026-11`, or `before 2026-12`. */
  month: string
  /** PostgreSQL's last count; null where it has not counted yet. */
  rows: number | null
  bytes: number
}

/** Ten years of all tables have about so many. */
const monthsMax = 400

/** Lists the newest months first, and in each the tables by name. */
export async function listTableMonths(pool: Pool): Promise<TableMonth[]> {
  const [partitions, sizes] = await Promise.all([
    listPartitions(pool),
    pool.query<{ name: string; rows: number; bytes: string }>(
      `select child.relname as name, child.reltuples::float8 as rows, pg_total_relation_size(child.oid) as bytes
       from pg_inherits join pg_class parent on parent.oid = inhparent join pg_class child on child.oid = inhrelid
       where parent.relkind = 'p' and child.relkind = 'r' and parent.relnamespace = current_schema()::regnamespace`,
    ),
  ])
  const sizeOf = new Map(sizes.rows.map(({ name, ...size }) => [name, size]))
  const months = partitions.map(({ table, name, month }) => {
    const { rows = -1, bytes = '0' } = sizeOf.get(name) ?? {}
    return { table: table.name, month, rows: rows < 0 ? null : rows, bytes: Number(bytes) }
  })
  return months.toSorted(newestFirst).slice(0, monthsMax)
}

const newestFirst = (one: TableMonth, other: TableMonth): number =>
  placeOf(other).localeCompare(placeOf(one)) || one.table.localeCompare(other.table)

/** All that was there before a month is older than that month. */
const placeOf = ({ month }: TableMonth): string =>
  month.startsWith('before ') ? month.slice('before '.length) : `${month}-`

/**
 * Fills a database to the size of a merchant after some years, in less than a minute: each row is a copy of one that the
 * service has made, with ids, owners of its own and moments spread over two years. Indexes are made when the rows are there.
 */
import pg from 'pg'
import { type Month, monthAfter, startOf } from '../../src/store/partitions/months.ts'
import { type PartitionedTable, partitionedTables } from '../../src/store/partitions/partitioned.ts'
import { attachPartition, partitionName } from '../../src/store/partitions/partitions.ts'
import { copied, type Copied } from './copied-rows.ts'
import { heldMonths, idPrefixOf } from './months.ts'

/** A small machine has two cores. */
const atOnce = 2

/** Fills all tables that grow, or those that are given. Returns how many rows each has. */
export async function fillDatabase(url: string, given = copied): Promise<Map<string, number>> {
  // The longest first, so that none of them is alone at the end.
  const tables = Object.entries(given).toSorted(([, one], [, other]) => other.count - one.count)
  await forEach(url, tables, (client, [table, rows]) => fillTable(client, table, rows))
  // When nothing is under way: pages are known as seen by all only if nobody may still see less.
  await forEach(url, tables, (client, [table]) => client.query(`vacuum analyze ${table}`))
  return new Map(tables.map(([table, { count }]) => [table, count]))
}

/** The tables that have no row yet which could be copied. */
export async function tablesWithoutRow(url: string): Promise<string[]> {
  const missing: string[] = []
  const tables = Object.entries(copied).filter(([, { isMade }]) => !isMade)
  await forEach(url, tables, async (client, [table, { of = 'true' }]) => {
    const { rowCount } = await client.query(`select from ${table} where ${of} limit 1`)
    if (rowCount === 0) missing.push(table)
  })
  return missing
}

/** Does something with each table, with several at once. */
async function forEach<Table>(
  url: string,
  tables: Table[],
  work: (client: pg.Client, table: Table) => Promise<unknown>,
): Promise<void> {
  const left = [...tables]
  const workThrough = async () => {
    const client = new pg.Client(url)
    await client.connect()
    await client.query(`set maintenance_work_mem = '256MB'; set work_mem = '64MB'`)
    // Copies are no news: nothing is to be reported of them, so no trigger runs.
    await client.query('set session_replication_role = replica')
    for (let next = left.shift(); next; next = left.shift()) await work(client, next)
    await client.end()
  }
  await Promise.all(Array.from({ length: atOnce }, workThrough))
}

async function fillTable(client: pg.Client, table: string, rows: Copied): Promise<void> {
  const partitioned = partitionedTables.find(({ name }) => name === table)
  if (partitioned) return fillMonths(client, partitioned, rows)
  const indexes = await dropIndexes(client, table)
  // A lost server means a new run, so nothing is written twice.
  await client.query(`alter table ${table} set unlogged`)
  const columns = await columnsOf(client, table)
  const values = columns.map((column) => rows.columns[column] ?? `one.${column}`)
  const ofOne = `cross join (select * from ${table} where ${rows.of ?? 'true'} limit 1) one`
  const { rowCount } = await client.query(
    `insert into ${table} (${columns.join(', ')})
     select ${values.join(', ')} from generate_series(1, ${rows.count}) n ${rows.isMade ? '' : ofOne}`,
  )
  if (rowCount !== rows.count) throw new Error(`${table} has no row to copy`)
  for (const index of indexes) await client.query(index)
}

/** Fills each month apart, and makes it a partition when its rows are there; the month of now is one already. */
async function fillMonths(
  client: pg.Client,
  table: PartitionedTable,
  { count, of = 'true', columns }: Copied,
): Promise<void> {
  const inMonth = Math.floor(count / heldMonths.length)
  await client.query(`create temp table one as select * from ${table.name} where ${of} limit 1`)
  for (const [place, month] of heldMonths.entries()) {
    const name = partitionName(table, month)
    const { rows } = await client.query(`select to_regclass('${name}') is not null as "isThere"`)
    if (rows[0].isThere) {
      await client.query(`alter table ${table.name} detach partition ${name}`)
      await dropIndexes(client, name)
    } else
      await client.query(
        `create table ${name} (like ${table.name} including defaults including generated including constraints)`,
      )
    await client.query(`alter table ${name} set unlogged`)
    const names = await columnsOf(client, name)
    const values = names.map((column) => columns[column] ?? `one.${column}`)
    const { rowCount } = await client.query(
      `insert into ${name} (${names.join(', ')})
       select ${values.join(', ')} from generate_series(${place * inMonth + 1}, ${(place + 1) * inMonth}) n
       cross join one cross join lateral (select ${momentOf(month, inMonth)} as at,
         '${idPrefixOf(month)}' as prefix, n - ${place * inMonth} as i) month`,
    )
    if (rowCount !== inMonth) throw new Error(`${table.name} has no row to copy`)
    await attachPartition(client, table, month)
  }
  await client.query('drop table one')
}

/** Spread over what has passed of the month, as SQL. */
function momentOf(month: Month, inMonth: number): string {
  const from = startOf(month)
  const until = Math.min(startOf(monthAfter(month)).getTime(), Date.now()) - 1_000
  const stepMs = Math.max(0, until - from.getTime()) / inMonth
  return `'${from.toISOString()}'::timestamptz + (n % ${inMonth}) * ${stepMs} * interval '1 millisecond'`
}

/** Drops all indexes and keys, and returns how they are made: quicker for all rows together than for one after another. */
async function dropIndexes(client: pg.Client, table: string): Promise<string[]> {
  const { rows: keys } = await client.query<{ name: string; made: string }>(
    `select conname as name, pg_get_constraintdef(oid) as made from pg_constraint
     where conrelid = $1::regclass and contype in ('p', 'u')`,
    [table],
  )
  for (const { name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  const { rows: others } = await client.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes where schemaname = 'public' and tablename = $1`,
    [table],
  )
  for (const { name } of others) await client.query(`drop index ${name}`)
  return [
    ...keys.map(({ name, made }) => `alter table ${table} add constraint ${name} ${made}`),
    ...others.map(({ made }) => made),
  ]
}

/** Names the columns that are written; others follow from them. */
async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  return rows.map(({ name }) => name)
}

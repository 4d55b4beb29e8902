/**
 * The partitions of the tables that are kept by month. They are made ahead, and where a write finds none,
 * because a test clock leapt there, at once.
 */
import type { ClientBase, Pool, PoolClient } from 'pg'
import { runInOneCommit } from '../commit.ts'
import { isPartitionMissing } from '../database-errors.ts'
import { lockKeyOfNumber } from '../starting/lock-key.ts'
import { type Month, monthAfter, monthOf, startOf } from './months.ts'
import { type PartitionedTable, partitionedTables } from './partitioned.ts'

export type Partition = {
  table: PartitionedTable
  name: string
  /** Such as `2026-11`; `before 2026-12` of the first one of an upgraded database, which holds all that was there. */
  month: string
  /** The first moment after it. */
  until: Date
  holdsAllBefore: boolean
}

/** Taken while partitions are made, so that two processes do not make the same. */
const makingLock = 7_206_411

/** Lists the partitions of all tables, the earliest first. */
export async function listPartitions(client: Pick<Pool, 'query'>): Promise<Partition[]> {
  const { rows } = await client.query<{ parent: string; name: string }>({
    name: 'partitions',
    text: `select parent.relname as parent, child.relname as name from pg_inherits
      join pg_class parent on parent.oid = inhparent join pg_class child on child.oid = inhrelid
      where parent.relname = any($1) and parent.relnamespace = current_schema()::regnamespace`,
    values: [partitionedTables.map(({ name }) => name)],
  })
  return rows
    .flatMap(({ parent, name }) => readName(parent, name) ?? [])
    .sort((one, other) => one.until.getTime() - other.until.getTime())
}

/** Returns the month that a table with rows begins with: what is older is kept elsewhere. */
export async function findOldestMonth(
  client: Pick<Pool, 'query'>,
  table: PartitionedTable['name'],
): Promise<string> {
  const oldest = await findOldestPartition(client, table)
  if (!oldest) throw new Error(`${table} has no partition`)
  return oldest.month
}

/** Returns null for a table into which nothing was written yet. */
export async function findOldestPartition(
  client: Pick<Pool, 'query'>,
  table: PartitionedTable['name'],
): Promise<Partition | null> {
  const partitions = await listPartitions(client)
  return partitions.find((one) => one.table.name === table) ?? null
}

/** Partitions are known by their names: `journal_2026_11`, and `journal_before_2026_12`. */
function readName(parent: string, name: string): Partition | null {
  const [, before, year, month] = /_(before_)?(\d{4})_(\d{2})$/.exec(name) ?? []
  const table = partitionedTables.find((one) => one.name === parent)
  if (!table || !year) return null
  const named = `${year}-${month}` as Month
  return before
    ? { table, name, month: `before ${named}`, until: startOf(named), holdsAllBefore: true }
    : { table, name, month: named, until: startOf(monthAfter(named)), holdsAllBefore: false }
}

/** Makes the partitions of these months that are missing; returns the names of those it made. */
export async function makePartitions(pool: Pool, months: readonly Month[]): Promise<string[]> {
  const missing = findMissing(await listPartitions(pool), months)
  if (!missing.length) return []
  return runInOneCommit(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(${lockKeyOfNumber('$1')})`, [makingLock])
    const made = []
    for (const { table, month } of findMissing(await listPartitions(client), months))
      made.push(await makePartition(client, table, month))
    return made
  })
}

type Missing = { table: PartitionedTable; month: Month }

function findMissing(partitions: Partition[], months: readonly Month[]): Missing[] {
  const wanted = partitionedTables.flatMap((table) => months.map((month) => ({ table, month })))
  return wanted.filter(
    ({ table, month }) =>
      !partitions.some(
        (one) =>
          one.table === table &&
          (one.holdsAllBefore
            ? startOf(month) < one.until
            : one.name === partitionName(table, month)),
      ),
  )
}

export const partitionName = ({ name }: PartitionedTable, month: Month): string =>
  `${name}_${month.replace('-', '_')}`

/** Attaching a table of its own keeps nobody from writing, which making it as a partition would. */
async function makePartition(
  client: PoolClient,
  table: PartitionedTable,
  month: Month,
): Promise<string> {
  const name = partitionName(table, month)
  await client.query(`create table ${name} (like ${table.name} including all)`)
  await attachPartition(client, table, month)
  return name
}

/** Makes a table with the name and the columns of a partition into one; the indexes that it has not are made. */
export async function attachPartition(
  client: ClientBase,
  table: PartitionedTable,
  month: Month,
): Promise<void> {
  const name = partitionName(table, month)
  const { boundAt, uniqueInEach } = table
  if (uniqueInEach) await client.query(`create unique index on ${name} (${uniqueInEach})`)
  await client.query(
    `alter table ${table.name} attach partition ${name}
     for values from (${boundAt(startOf(month))}) to (${boundAt(startOf(monthAfter(month)))})`,
  )
}

/** Writes; where a partition is missing for one of the moments, makes it and writes again. */
export async function writeIntoPartitions<Result>(
  pool: Pool,
  moments: () => Date[],
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (!isPartitionMissing(error)) throw error
    await makePartitions(pool, [...new Set(moments().map(monthOf))])
    return write()
  }
}

/**
 * Takes months out of the database whose time is over: writes them into the archive, reads the file again, and
 * only then drops the partition. Rows are never deleted one by one.
 */
import type { Client } from 'pg'
import { lowestId } from '../../shared/ids.ts'
import { commitOn } from '../commit.ts'
import { connectUnlimited, type Database } from '../database.ts'
import { listPartitions, type Partition } from '../partitions/partitions.ts'
import { lockKeyOfNumber } from '../starting/lock-key.ts'
import { deliveriesOnTheirWay, quoteStatuses } from '../states.ts'
import type { Archive } from './archive.ts'
import type { KeyedRow, Written } from './archive-file.ts'

/** Rows that are read at once. */
const batchMax = 5_000
/** Taken while a month is archived: one process does it. */
const archivingLock = 7_206_412
/** Digits of a log number in a key, so that keys sort as numbers do. */
export const eventKeyDigits = 10
/** How long it waits for a partition: an autovacuum makes way after a second, and nobody else waits meanwhile. */
const quietWaitMs = 5_000
/** How long dropping a partition may keep others from the table, before it is left for the next round. */
const dropWaitMs = 500

/** The keys by which rows are found again, and what orders those of one key. */
const keys: Record<Partition['table']['name'], { key: string; thenBy: string }> = {
  journal: { key: `kind || ' ' || entity_id`, thenBy: 'revision' },
  merchant_event: {
    key: `merchant_id || ' ' || network || ' ' || lpad(log_number::text, ${eventKeyDigits}, '0')`,
    thenBy: 'event_id',
  },
  delivery: { key: `merchant_id || ' ' || network || ' ' || id`, thenBy: 'id' },
}

export type Archived = { partition: string; file: string } & Written

/** Archives all partitions that ended before `until`, the earliest first; returns what it did. */
export async function archiveMonths(
  database: Pick<Database, 'primary' | 'pool'>,
  archive: Archive,
  until: Date,
): Promise<Archived[]> {
  const over = (await listPartitions(database.pool)).filter((one) => one.until <= until)
  if (!over.length) return []
  const client = await connectUnlimited(database)
  try {
    const { rows } = await client.query<{ isOurs: boolean }>(
      `select pg_try_advisory_lock(${lockKeyOfNumber('$1')}) as "isOurs"`,
      [archivingLock],
    )
    const archived = []
    for (const partition of rows[0]!.isOurs ? over : [])
      if (await isEmpty(client, partition)) await drop(client, partition, 0)
      else if (!(await isUnderWay(client, partition)))
        archived.push(await archivePartition(client, archive, partition))
    return archived
  } finally {
    await client.end()
  }
}

async function archivePartition(
  client: Client,
  archive: Archive,
  partition: Partition,
): Promise<Archived> {
  const { part, file } = await nameFile(client, partition)
  const written = await archive.write(file, readPartition(client, partition))
  const noteFile = () => note(client, partition, { part, file, ...written })
  await drop(client, partition, written.rows, noteFile)
  return { partition: partition.name, file, ...written }
}

/** A test clock may leap over a month in which nothing happens. */
async function isEmpty(client: Client, { name }: Partition): Promise<boolean> {
  const { rowCount } = await client.query(`select from ${name} limit 1`)
  return rowCount === 0
}

/** Whether a delivery is still on its way: then its month is kept, with its events and their turns. */
async function isUnderWay(client: Client, { until }: Partition): Promise<boolean> {
  const { rows } = await client.query<{ isAny: boolean }>(
    `select exists (select from delivery
      where status in (${quoteStatuses(deliveriesOnTheirWay)}) and id < $1) as "isAny"`,
    [lowestId(until)],
  )
  return rows[0]!.isAny
}

/** A month has a second part where rows came after its partition was dropped, such as those of an event that was sent again. */
async function nameFile(
  client: Client,
  { table, month }: Partition,
): Promise<{ part: number; file: string }> {
  const { rows } = await client.query<{ part: number }>(
    `select coalesce(max(part), 0) + 1 as part from archived_month where table_name = $1 and month = $2`,
    [table.name, month],
  )
  const { part } = rows[0]!
  const suffix = part === 1 ? '' : `-${part}`
  return { part, file: `${table.name}-${month.replace(' ', '-')}${suffix}.ndjson.gz` }
}

/** Reads a partition in the order of its keys, by the bytes of their characters. */
async function* readPartition(
  client: Client,
  { name, table }: Partition,
): AsyncGenerator<KeyedRow[]> {
  const { key, thenBy } = keys[table.name]
  await client.query('begin isolation level repeatable read read only')
  await client.query(`declare archived no scroll cursor for
    select (${key}) as key, row_to_json(${name})::text as json from ${name}
    order by (${key}) collate "C", ${thenBy}`)
  for (;;) {
    const { rows } = await client.query<KeyedRow>(`fetch ${batchMax} from archived`)
    if (!rows.length) break
    yield rows
  }
  await client.query('commit')
}

/** Drops a partition that has as many rows as were archived, in one commit with what notes its file. */
const drop = (
  client: Client,
  partition: Partition,
  archived: number,
  noteFile: () => Promise<void> = () => Promise.resolve(),
): Promise<void> =>
  commitOn(client, async () => {
    await client.query(`set local lock_timeout = ${quietWaitMs}`)
    await keepFromWriters(client, partition, archived)
    await noteFile()
    await client.query(`set local lock_timeout = ${dropWaitMs}`)
    await client.query(`drop table ${partition.name}`)
  })

/** Throws where rows came since the partition was read; until the commit none come. */
async function keepFromWriters(
  client: Client,
  { name }: Partition,
  archived: number,
): Promise<void> {
  await client.query(`lock table ${name} in share mode`)
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from ${name}`,
  )
  if (rows[0]!.count !== archived)
    throw new Error(
      `${name} has ${rows[0]!.count} rows, and ${archived} are in its file: it is archived again in the next round`,
    )
}

/** Notes in which file the rows are now. */
async function note(
  client: Client,
  { table, month }: Partition,
  { part, file, rows, bytes, sha256 }: { part: number; file: string } & Written,
): Promise<void> {
  await client.query(
    `insert into archived_month (table_name, month, part, file, rows, bytes, sha256, archived_at)
     values ($1, $2, $3, $4, $5, $6, $7, now())`,
    [table.name, month, part, file, rows, bytes, sha256],
  )
}

/** Reads what is partly in a table and partly in files, though a month may be archived meanwhile. */
import type { PoolClient } from 'pg'
import { runInOneCommit } from '../commit.ts'
import type { Database } from '../database.ts'
import type { PartitionedTable } from '../partitions/partitioned.ts'
import { listArchived } from './archive.ts'

type Table = PartitionedTable['name']

/** A month that is archived while files are read is rare; that this happens so often in a row is a fault. */
const triesMax = 5

/** What is read of the files, and then of the table with that; no transaction waits for files. */
type Reading<Archived, Result> = {
  readFiles: (files: string[]) => Promise<Archived>
  readTable: (client: PoolClient, archived: Archived) => Promise<Result>
}

/** Reads the files first, then the table; where a month was archived in between, both again. */
export async function readBoth<Archived, Result>(
  { pool }: Pick<Database, 'pool'>,
  table: Table,
  { readFiles, readTable }: Reading<Archived, Result>,
): Promise<Result> {
  for (let tries = 1; tries <= triesMax; tries++) {
    const files = await listArchived(pool, table)
    const archived = await readFiles(files)
    const read = await runInOneCommit(pool, async (client) => {
      if (await areMore(client, table, files)) return null
      return { result: await readTable(client, archived) }
    })
    if (read) return read.result
  }
  throw new Error(`months of ${table} were archived while it was read, ${triesMax} times in a row`)
}

/** Whether a month was archived since its files were listed; until the commit none is. */
async function areMore(client: PoolClient, table: Table, files: string[]): Promise<boolean> {
  await client.query(`lock table ${table} in access share mode`)
  return (await listArchived(client, table)).length !== files.length
}

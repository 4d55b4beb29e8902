/** Queries over all rows of a merchant, with a larger `work_mem`, so that joins and sums need no disk. */
import type { Pool } from 'pg'
import { runInOneCommit } from '../commit.ts'

/** For each sort or hash of the question; given back with its end. */
const workMemory = '64MB'

/** Asks and returns the rows. */
export const askAtLarge = <Row extends object>(
  reader: Pool,
  text: string,
  values: unknown[],
): Promise<Row[]> =>
  runInOneCommit(reader, async (client) => {
    await client.query(`set local work_mem = '${workMemory}'`)
    return (await client.query<Row>(text, values)).rows
  })

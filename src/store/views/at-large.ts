/** Questions about all of a merchant's rows at once, which need room to join and sum them without the disk. */
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

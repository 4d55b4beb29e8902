import type { PoolClient } from 'pg'
import type { Database } from '../store/database.ts'

/** Runs `work` in one transaction of its own connection; whatever it throws undoes it. */
export async function inCommit<Result>(
  database: Database,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    client.release(error as Error)
    throw error
  }
}

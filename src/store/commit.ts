import type { Pool, PoolClient } from 'pg'

/** Runs `work` in one commit on a connection of its own; an error of it rolls everything back. */
export async function runInOneCommit<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
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

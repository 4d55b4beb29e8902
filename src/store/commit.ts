import type { ClientBase, Pool, PoolClient } from 'pg'

/** Runs `work` in one commit on a connection of its own; an error of it rolls everything back. */
export async function runInOneCommit<Result>(
  pool: Pick<Pool, 'connect'>,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    const result = await commitOn(client, () => work(client))
    client.release()
    return result
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}

/** Runs `work` in one commit of a connection that is the caller's; an error of it rolls everything back. */
async function commitOn<Result>(client: ClientBase, work: () => Promise<Result>): Promise<Result> {
  try {
    await client.query('begin')
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/**
 * For the commit of one statement: where nobody waits for the disk, it is on it with the next commit that does, or within
 * half a second. Postgres writes commits to its log in their order, so none that came later outlives it.
 */
export const syncedBy = (parameter: string) =>
  `(select set_config('synchronous_commit', ${parameter}, true) offset 0) as synced`

/** Beside what one statement reads: its commit does not wait for the disk. */
export const notSynced = syncedBy("'off'")

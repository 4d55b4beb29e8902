/** Tells which statements leave for Postgres on a pool, by their names, where they have one. */
import type { PoolClient } from 'pg'
import type { Database } from '../../src/store/database.ts'

/** Calls `note` with each statement from now on. */
export function recordStatements(
  { pool }: Pick<Database, 'pool'>,
  note: (name: string) => void,
): void {
  const recorded = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => {
    if (recorded.has(client)) return
    recorded.add(client)
    const send = client.query.bind(client) as (...asked: unknown[]) => unknown
    client.query = ((...asked: [string | { name?: string; text: string }, ...unknown[]]) => {
      const [statement] = asked
      note(typeof statement === 'string' ? statement : (statement.name ?? statement.text))
      return send(...asked)
    }) as typeof client.query
  })
}

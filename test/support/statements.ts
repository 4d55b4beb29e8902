/** Tells which statements leave for Postgres on a pool, by their names, where they have one. */
import type { PoolClient } from 'pg'
import type { Database } from '../../src/store/database.ts'

type Statement = { name?: string; text: string; values?: unknown[] }

/** Calls `note` with each statement from now on, and with how many questions it answers. */
export function recordStatements(
  { pool }: Pick<Database, 'pool'>,
  note: (name: string, questions: number) => void,
): void {
  const recorded = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => {
    if (recorded.has(client)) return
    recorded.add(client)
    const send = client.query.bind(client) as (...asked: unknown[]) => unknown
    client.query = ((...asked: [string | Statement, ...unknown[]]) => {
      const [statement] = asked
      if (typeof statement === 'string') note(statement, 1)
      else note(statement.name ?? statement.text, questionsOf(statement.values))
      return send(...asked)
    }) as typeof client.query
  })
}

/** Questions that were gathered are one array, as long as they are many. */
const questionsOf = ([first]: unknown[] = []): number =>
  Buffer.isBuffer(first) ? first.readInt32BE(arrayLengthAt) : 1

/** Where the binary format of Postgres has the length of an array. */
const arrayLengthAt = 12

/** Asks one server of a database, whichever it is, on a connection of its own. */
import pg, { type QueryResultRow } from 'pg'
import type { DatabaseHost } from '../../shared/database/address.ts'
import { type Login, loginTo } from './login.ts'

/** Does something on a connection of its own. @throws where the connection or an answer takes longer than `limitMs` each, or the server lets nobody in */
export async function onServer<Result>(
  server: Login & DatabaseHost,
  limitMs: number,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    ...loginTo(server, server),
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    // Not waited for: one that hangs would not say goodbye either.
    void client.end().catch(() => undefined)
  }
}

/** Asks for one row. */
export const askServer = <Row extends QueryResultRow>(
  server: Login & DatabaseHost,
  text: string,
  limitMs: number,
): Promise<Row> =>
  onServer(server, limitMs, async (client) => (await client.query<Row>(text)).rows[0]!)

/** Asks one server of a database, whichever it is, on a connection of its own. */
import pg, { type QueryResultRow } from 'pg'
import type { DatabaseHost } from '../../shared/database/address.ts'
import { type Login, loginTo } from './login.ts'

/** For the connection, and for the answer on it: whoever waits for a connection of the pool waits for this first. */
const timeoutMs = 1_500

/**
 * Which line of writes a server continues, eight hexadecimal digits that grow with each promotion; null
 * where it takes no writes. A primary that came back after its standby was promoted has a smaller one.
 */
export type Timeline = string | null

/** The line of the write-ahead log that a server continues, as the names of its files have it. */
export const timelineOfWrites = 'left(pg_walfile_name(pg_current_wal_lsn()), 8)'

const question = `
  select case when pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' then null
    else ${timelineOfWrites} end as timeline`

/** @throws where the server does not answer in three seconds, or lets nobody in */
export async function askTimeline(login: Login, host: DatabaseHost): Promise<Timeline> {
  return (await askServer<{ timeline: Timeline }>({ ...login, ...host }, question, timeoutMs))
    .timeline
}

/** Asks for one row. @throws where the connection or the answer takes longer than `limitMs` each, or the server lets nobody in */
export async function askServer<Row extends QueryResultRow>(
  server: Login & DatabaseHost & { options?: string },
  text: string,
  limitMs: number,
): Promise<Row> {
  const client = new pg.Client({
    ...loginTo(server, server),
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Row>(text)).rows[0]!
  } finally {
    // Not waited for: one that hangs would not say goodbye either.
    void client.end().catch(() => undefined)
  }
}

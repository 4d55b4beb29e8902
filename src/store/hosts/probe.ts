/** Asks one server of a database what it is. */
import pg from 'pg'
import type { DatabaseHost } from '../../shared/database/address.ts'
import type { Login } from './login.ts'

/** For the connection, and for the answer on it: whoever waits for a connection of the pool waits for this first. */
const timeoutMs = 1_500

/**
 * Which line of writes a server continues, eight hexadecimal digits that grow with each promotion; null
 * where it takes no writes. A primary that came back after its standby was promoted has a smaller one.
 */
export type Timeline = string | null

const question = `
  select case when pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' then null
    else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`

/** @throws where the server does not answer in three seconds, or lets nobody in */
export async function askTimeline(login: Login, host: DatabaseHost): Promise<Timeline> {
  const client = new pg.Client({
    ...login,
    ...host,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: Timeline }>(question)
    return rows[0]!.timeline
  } finally {
    // Not waited for: one that hangs would not say goodbye either.
    void client.end().catch(() => undefined)
  }
}

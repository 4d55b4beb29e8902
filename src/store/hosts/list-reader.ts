/**
 * Where lists, exports and metrics are read: from a standby of DATABASE_READ_URL that is not too old, or
 * from the primary. What is read by its id is always read from the primary, so whoever has just written
 * something finds it.
 */
import pg, { type Pool, type PoolClient, type QueryResult, type QueryResultRow } from 'pg'
import { readDatabaseAddress } from '../../shared/database/address.ts'
import { isDatabaseAway } from '../database-errors.ts'
import { loginOf, loginTo } from './login.ts'
import { Standby } from './standby.ts'

/** A pool, as far as reading needs one. */
export type ListReader = {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>>
  connect(): Promise<PoolClient>
}
export type ClosableReader = ListReader & { close(): Promise<void> }

/** A list is never older than this. */
const lagMaxMsUsual = 5_000

/** Reads from the standbys of an address, and from the primary where none can be read. */
export function readFromStandbys(
  url: string,
  primary: Pool,
  lagMaxMs = lagMaxMsUsual,
): ClosableReader {
  const address = readDatabaseAddress(url, 'standby')
  const login = loginOf(address)
  const standbys = address.hosts.map((host) => {
    const settings = { ...primary.options, ...loginTo(login, host), Client: pg.Client }
    const pool = new pg.Pool(settings)
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    return new Standby(pool, primary, lagMaxMs)
  })
  const read = async <Result>(from: (pool: Pool) => Promise<Result>): Promise<Result> => {
    const standby = standbys.find(({ isFresh }) => isFresh)
    if (!standby) return from(primary)
    try {
      return await from(standby.pool)
    } catch (error) {
      // It died, or what it has to replay stood in the reader's way.
      if (!isDatabaseAway(error)) throw error
      standby.doubt()
      return from(primary)
    }
  }
  return {
    query: <Row extends QueryResultRow>(text: string, values?: unknown[]) =>
      read((pool) => pool.query<Row>(text, values)),
    connect: () => read((pool) => pool.connect()),
    async close() {
      await Promise.all(standbys.map((standby) => standby.close()))
    },
  }
}

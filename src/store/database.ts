/**
 * The connection to Postgres: one MikroORM, and the one pool under it, which the turn-store's
 * statements use directly.
 */
import { Migrator } from '@mikro-orm/migrations'
import { defineConfig, MikroORM, type PostgreSqlConnection } from '@mikro-orm/postgresql'
import type { Client, Pool } from 'pg'
import { usualSchema } from '../shared/database/schema.ts'
import { isLockTimeout } from './database-errors.ts'
import { Primary } from './hosts/primary.ts'
import { clientTo, type SessionSettings } from './hosts/primary-client.ts'
import { type ListedMigration, migrationsList } from './starting/migrations-list.ts'
import * as actors from './tables/actors.ts'
import * as audit from './tables/audit.ts'
import * as chains from './tables/chains.ts'
import * as contractWatch from './tables/contract-watch.ts'
import * as events from './tables/events.ts'
import * as gas from './tables/gas.ts'
import { Mail, MailChoice } from './tables/mails.ts'
import * as merchants from './tables/merchants.ts'
import { MetadataKey } from './tables/metadata-keys.ts'
import * as nodeReports from './tables/node-reports.ts'
import * as nodes from './tables/nodes.ts'
import { Anomaly, JournalEntry, OutboxRow, TimerRow } from './tables/path.ts'
import * as payerFunds from './tables/payer-funds.ts'
import { Process } from './tables/processes.ts'
import * as permits from './tables/permits.ts'
import * as people from './tables/people.ts'
import { SearchWord } from './tables/search-words.ts'
import * as secondFactors from './tables/second-factors.ts'
import * as requestLog from './tables/request-log.ts'
import * as service from './tables/service.ts'
import * as strays from './tables/strays.ts'
import { wait } from '../shared/time.ts'

export type Database = {
  orm: MikroORM
  pool: Pool
  primary: Primary
  /** The schema that its tables are in, by which its cell is named. */
  schema: string
  close(): Promise<void>
}

type Connecting = {
  /** The schema that the tables are in; null or left out: the one that PostgreSQL takes by itself. */
  schema?: string | null
  /** The pool has at most so many connections. */
  connections?: number
}

/** A process has so many where nothing is set. */
const usualConnections = 20
/** A connection that is closed takes its plans along: one that is needed every few seconds is cheaper kept. */
const idleConnectionMs = 120_000
const connectTimeoutMs = 3_000
const queryTimeoutMs = 12_000
/** A connection that asks nothing, as that of a leader, ends 10 s after this where its server is gone without a word. */
const keepAliveAfterMs = 10_000
const usualLockTimeoutMs = 2_000
/** Before the pool is closed, what is under way is waited for so often and so long, 3 s in all. */
const restLooksMax = 300
const restLookMs = 10

/** Limits for sessions: by Postgres's defaults a stalled worker would hold its rows for ever. */
const sessionSettings: SessionSettings = {
  synchronous_commit: 'on',
  statement_timeout: '10000',
  lock_timeout: String(usualLockTimeoutMs),
  idle_in_transaction_session_timeout: '5000',
}

const entities = [
  ...Object.values(actors),
  ...Object.values(audit),
  ...Object.values(chains),
  ...Object.values(contractWatch),
  ...Object.values(events),
  ...Object.values(gas),
  Mail,
  MailChoice,
  ...Object.values(merchants),
  MetadataKey,
  ...Object.values(nodeReports),
  ...Object.values(nodes),
  ...Object.values(payerFunds),
  Process,
  ...Object.values(people),
  ...Object.values(permits),
  ...Object.values(secondFactors),
  ...Object.values(requestLog),
  SearchWord,
  ...Object.values(service),
  ...Object.values(strays),
  JournalEntry,
  OutboxRow,
  TimerRow,
  Anomaly,
]

/**
 * Migrations have no limit: an index on a table that has grown for years takes longer, and a start that gives up would
 * never get past it.
 */
const unlimited: SessionSettings = {
  synchronous_commit: 'on',
  statement_timeout: '0',
  lock_timeout: '0',
}

type Opening = {
  settings: SessionSettings
  connections: number
  queryTimeoutMs?: number
  list?: ListedMigration[]
}

/** A session whose tables are in a schema of their own looks there alone, or it would find tables of another cell. */
const inSchema = ({ schema }: Primary, settings: SessionSettings): SessionSettings =>
  schema === null ? settings : { ...settings, search_path: schema }

const openOrm = (
  primary: Primary,
  { settings, connections, queryTimeoutMs, list = migrationsList }: Opening,
): Promise<MikroORM> =>
  MikroORM.init(
    defineConfig({
      // The client chooses the host.
      clientUrl: primary.url,
      entities,
      extensions: [Migrator],
      ...(primary.schema !== null && { schema: primary.schema }),
      migrations: {
        migrationsList: list,
        snapshot: false,
        silent: true,
        allOrNothing: false,
      },
      pool: { min: 0, max: connections, idleTimeoutMillis: idleConnectionMs },
      forceUtcTimezone: true,
      driverOptions: {
        ...(queryTimeoutMs !== undefined && { query_timeout: queryTimeoutMs }),
        ssl: primary.login.ssl,
        Client: clientTo(primary, inSchema(primary, settings)),
        connectionTimeoutMillis: connectTimeoutMs,
        keepAlive: true,
        keepAliveInitialDelayMillis: keepAliveAfterMs,
      },
    }),
  )

/** Connects; throws when no PostgreSQL that takes writes answers within 3 s. */
export async function connectDatabase(
  url: string,
  { schema = null, connections = usualConnections }: Connecting = {},
): Promise<Database> {
  const primary = new Primary(url, schema)
  const orm = await openOrm(primary, { settings: sessionSettings, connections, queryTimeoutMs })
  const connection = orm.em.getConnection() as PostgreSqlConnection
  const pool = await connection.getNativeClient()
  return {
    orm,
    pool,
    primary,
    schema: schema ?? usualSchema,
    async close() {
      await untilAtRest(pool)
      await orm.close()
    },
  }
}

/**
 * Waits until no connection is being made or used, for a while: the mapper's driver loses one that is being made when it
 * is closed, and its pool would then wait for that one for ever.
 */
async function untilAtRest(pool: Pool): Promise<void> {
  for (let looks = 0; looks < restLooksMax; looks++) {
    // First, so that who has just begun to ask is seen.
    await wait(restLookMs)
    if (pool.waitingCount === 0 && pool.idleCount === pool.totalCount) return
  }
}

/** Opens a connection of its own for work that takes longer than a request may; end it. */
export async function connectUnlimited({ primary }: Pick<Database, 'primary'>): Promise<Client> {
  const client = new (clientTo(primary, inSchema(primary, unlimited)))(primary.login)
  await client.connect()
  return client
}

/**
 * A migration waits this long for a lock, and is tried so often. Everybody else queues behind one that waits, so it
 * gives way before they do, and comes again. All tries together take some ten minutes.
 */
const usualPatience = { lockTimeoutMs: usualLockTimeoutMs / 2, retryMs: 3_000, triesMax: 150 }

/**
 * Opens a mapper of its own for migrations, whose statements take as long as they need but wait this long for a lock; close
 * it.
 */
export const openForMigrations = (
  { primary }: Pick<Database, 'primary'>,
  list: ListedMigration[] = migrationsList,
  lockTimeoutMs = usualPatience.lockTimeoutMs,
): Promise<MikroORM> =>
  openOrm(primary, {
    settings: { ...unlimited, lock_timeout: String(lockTimeoutMs) },
    connections: usualConnections,
    list,
  })

const ofEarlierSources =
  'the tables of this database were made by sources from before the first release, and nothing migrates those: start on an empty database (DATABASE_URL), or with an empty data directory (DATA_DIR)'

/**
 * Brings the schema up to date, for whoever does it alone; all others take `migrateDatabase`. Each migration is a commit of
 * its own. Returns the names of the migrations that were applied. @throws where somebody holds a lock for too
 * long, or the tables are not those of a release
 */
export async function applyMigrations(
  database: Pick<Database, 'primary'>,
  {
    list = migrationsList,
    ...patience
  }: Partial<typeof usualPatience> & { list?: ListedMigration[] } = {},
): Promise<string[]> {
  const { lockTimeoutMs, retryMs, triesMax } = { ...usualPatience, ...patience }
  const migrating = await openForMigrations(database, list, lockTimeoutMs)
  try {
    const pending = (await migrating.migrator.getPending()).map(({ name }) => name)
    const executed = await migrating.migrator.getExecuted()
    if (executed.length > 0 && pending[0] === list[0]!.name) throw new Error(ofEarlierSources)
    for (let tries = 1; ; tries++)
      try {
        await migrating.migrator.up()
        return pending
      } catch (error) {
        if (!isLockTimeout(error)) throw error
        if (tries === triesMax)
          throw new Error(
            `a migration waits for a lock that somebody holds, tried ${triesMax} times for ${lockTimeoutMs} ms: end the transaction that holds it (select pid, query from pg_stat_activity order by xact_start), and start again`,
            { cause: error },
          )
        await wait(retryMs)
      }
  } finally {
    await migrating.close()
  }
}

/** Reads the names of the migrations that a newer release has applied, in their order. */
export async function findNewerMigrations({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    'select name from mikro_orm_migrations where name <> all($1) order by name',
    [migrationsList.map(({ name }) => name)],
  )
  return rows.map(({ name }) => name)
}

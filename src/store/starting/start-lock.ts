/**
 * Processes that start at once on one database take turns at what may be done once only: making tables, deploying
 * contracts, moving a local chain's time, preparing the demo. A lock of Postgres, held by a connection of its own, says
 * whose turn it is; a process that dies loses it with the connection. Decision 0108.
 */
import type { Client } from 'pg'
import type { Log } from '../../shared/log.ts'
import { applyMigrations, connectUnlimited, type Database } from '../database.ts'
import { lockKeyOf } from './lock-key.ts'
import { elapsedMs, wait } from '../../shared/time.ts'

const lockName = 'mandate/start'
const askAgainMs = 50
const tellAfterMs = 5_000
/** More than an index on a table of years takes; an own limit, because a process that hangs holds the lock as well. */
const turnWaitMaxMs = 15 * 60_000

type Starting = { database: Pick<Database, 'primary'>; log?: Log }

/**
 * Does the work while no other process does any that is started this way; waits for its turn, 15 minutes at most.
 *
 * @throws where the turn does not come; then nothing was done
 */
export async function startAlone<Result>(
  { database, log }: Starting,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await connectUnlimited(database)
  // The loss of this connection is the loss of the database, so the work fails by itself.
  client.on('error', () => undefined)
  try {
    await takeTurn(client, log)
    return await work()
  } finally {
    await unlock(client)
    await client.end().catch(() => undefined)
  }
}

/**
 * Brings the schema up to date; several processes may do it at once. Returns the names of the migrations that were
 * applied.
 */
export const migrateDatabase = (database: Database): Promise<string[]> =>
  startAlone({ database }, () => applyMigrations(database))

async function takeTurn(client: Client, log: Log | undefined): Promise<void> {
  const startedAt = elapsedMs()
  let isTold = false
  for (;;) {
    if (await tryLock(client)) return
    const waitedMs = elapsedMs() - startedAt
    if (waitedMs > turnWaitMaxMs)
      throw new Error(
        `another process has been preparing this database for ${turnWaitMaxMs / 60_000} minutes (${await describeHolder(client)}): if it hangs, end it, and start again`,
      )
    if (!isTold && waitedMs > tellAfterMs) {
      isTold = true
      log?.info(
        { preparing: await describeHolder(client) },
        'another process is preparing the database: waiting until it is done',
      )
    }
    await wait(askAgainMs)
  }
}

const key = lockKeyOf(`'${lockName}'`)

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ isMine: boolean }>(
    `select pg_try_advisory_lock(${key}) as "isMine"`,
  )
  return rows[0]!.isMine
}

/** Before the connection ends: a pool between may keep its own to the server, and the lock with it. */
const unlock = (client: Client): Promise<unknown> =>
  client.query(`select pg_advisory_unlock(${key})`).catch(() => undefined)

/** Says where the process is that holds the lock, and what it does. */
async function describeHolder(client: Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; address: string | null; since: Date }>(
    `select pid, host(client_addr) as address, backend_start as since
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objsubid = 1
       and pg_locks.database = (select oid from pg_database where datname = current_database())
       and ((classid::bigint << 32) | objid::bigint) = ${key}`,
  )
  const [holder] = rows
  if (!holder) return 'just done'
  const { pid, address, since } = holder
  return `connected from ${address ?? 'this machine'} since ${since.toISOString()}, process ${pid} of PostgreSQL`
}

/**
 * The first connection of a process to Postgres. A server that is away is waited for: it may be starting
 * beside this process, or failing over. What no waiting heals is said at once, with the setting's name.
 */
import type { Client } from 'pg'
import { addressOfEach, readDatabaseAddress } from '../../shared/database/address.ts'
import { errorText } from '../../shared/errors.ts'
import type { Log } from '../../shared/log.ts'
import { isDatabaseAway } from '../database-errors.ts'
import { loginOf } from '../hosts/login.ts'
import { onServer } from '../hosts/ask-server.ts'
import { takesNoWrites } from '../hosts/primary.ts'
import { elapsedMs, wait } from '../../shared/time.ts'

const askAgainMs = 500
const connectTimeoutMs = 3_000

const versionMin = 15
/** `server_version_num` of PostgreSQL 15.2 is 150002. */
const perVersion = 10_000

/** Without a log nobody is told of the wait. */
type Reaching = { log?: Log; waitMs: number; schema?: string | null }
/** Postgres says this of itself. */
type Server = { version: number; isReadOnly: boolean; hasSchema: boolean; pid: number }

/**
 * Waits until Postgres answers at the address of DATABASE_URL, and takes writes.
 *
 * @throws where it does not within `waitMs`; at once where it is too old, does not let the service in, has no such database or schema, or stands behind a pooler
 * that is not in session mode
 */
export async function reachDatabase(
  url: string,
  { log, waitMs, schema = null }: Reaching,
): Promise<void> {
  const deadline = elapsedMs() + waitMs
  for (let isTold = false; ; isTold = true) {
    const why = await tryEach(url, schema)
    if (why === null) return
    const place = describePlace(url)
    if (elapsedMs() >= deadline)
      throw new Error(
        `DATABASE_URL: PostgreSQL at ${place} ${why}${waitMs > 0 ? `, for ${waitMs / 1_000} s now (START_WAIT_SECONDS)` : ''}: start it, or correct the address`,
      )
    if (!isTold)
      log?.warn(
        { why },
        `waiting up to ${waitMs / 1_000} s for PostgreSQL at ${place} (DATABASE_URL)`,
      )
    await wait(Math.min(askAgainMs, Math.max(0, deadline - elapsedMs())))
  }
}

/** Answers null where one of the servers can be used, and why none can where that may change by itself. */
async function tryEach(url: string, schema: string | null): Promise<string | null> {
  const urls = addressOfEach(url)
  const reasons = await Promise.all(urls.map((one) => tryOnce(one, schema)))
  if (reasons.includes(null)) return null
  if (urls.length === 1) return reasons[0]!
  return `takes no writes (${urls.map((one, index) => `${describePlace(one)} ${reasons[index]}`).join('; ')})`
}

/** The same of one server. */
async function tryOnce(url: string, schema: string | null): Promise<string | null> {
  try {
    const { version, isReadOnly, hasSchema, isOwnSession } = await ask(url, schema)
    requireVersion(version)
    if (!isOwnSession) throw behindPooler(url)
    if (!hasSchema) throw noSuchSchema(url, schema!)
    return isReadOnly ? 'takes no writes, as a standby' : null
  } catch (error) {
    if (isDatabaseAway(error)) return `does not answer (${reasonOf(error)})`
    throw explainRefusal(url, error)
  }
}

/**
 * A connection has to be a session of its own: locks, prepared statements and limits of time belong to sessions. A pooler in
 * transaction mode gives the session of a connection that is idle to the next one that begins a transaction.
 */
function ask(url: string, schema: string | null): Promise<Server & { isOwnSession: boolean }> {
  const address = readDatabaseAddress(url)
  const server = { ...loginOf(address), ...address.hosts[0]! }
  return onServer(server, connectTimeoutMs, async (client) => {
    const { rows } = await client.query<Server>(
      `select current_setting('server_version_num')::int as version, ${takesNoWrites} as "isReadOnly",
         pg_backend_pid() as pid,
         ${schema === null ? 'true' : `to_regnamespace('${schema}') is not null`} as "hasSchema"`,
    )
    const said = rows[0]!
    const [other, own] = await onServer(server, connectTimeoutMs, async (second) => {
      await second.query('begin')
      return [await readPid(second), await readPid(client)]
    })
    return { ...said, isOwnSession: own === said.pid && other !== said.pid }
  })
}

async function readPid(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid
}

/** @throws where the release of PostgreSQL is older than this service needs; `version` is its `server_version_num` */
export function requireVersion(version: number): void {
  if (version >= versionMin * perVersion) return
  throw new Error(
    `DATABASE_URL: PostgreSQL ${Math.floor(version / perVersion)} is too old: ${versionMin} or newer is needed`,
  )
}

/** None is made: a misspelt one would be an empty service. */
function noSuchSchema(url: string, schema: string): Error {
  const { database } = readDatabaseAddress(url)
  return new Error(
    `DATABASE_SCHEMA: there is no schema '${schema}' in '${database}' at ${describePlace(url)}, and none is made: correct the name, or make it with \`create schema ${schema}\``,
  )
}

function behindPooler(url: string): Error {
  return new Error(
    `DATABASE_URL: at ${describePlace(url)} a connection is not a session of its own, as where a pooler such as PgBouncer stands before PostgreSQL in transaction mode: set pool_mode = session for this database, or name PostgreSQL itself`,
  )
}

const noSuchDatabase = '3D000'
const notLetIn = ['28P01', '28000', '42501']
/** How PostgreSQL ends the line where pg_hba.conf has nothing for a connection in the clear, such as `hostssl` alone. */
const isWithoutTls = /pg_hba\.conf.*no encryption$/

/** Says what the setting's address has wrong. Whatever is not known is said in PostgreSQL's words. */
function explainRefusal(url: string, error: unknown): Error {
  const text = errorText(error)
  if (/^DATABASE_(URL|SCHEMA)/.test(text)) return error as Error
  const { code } = error as { code?: string }
  const { hosts, user, database } = readDatabaseAddress(url)
  const { host, port } = hosts[0]!
  const place = describePlace(url)
  if (code === noSuchDatabase)
    return new Error(
      `DATABASE_URL: there is no database '${database}' at ${place}, and none is made: correct the name, or make it with \`createdb --host=${host} --port=${port} --username=${user} ${database}\``,
      { cause: error },
    )
  if (code !== undefined && notLetIn.includes(code)) {
    const todo = isWithoutTls.test(text)
      ? 'it may want TLS: add sslmode=verify-full and sslrootcert=<file>, or correct its pg_hba.conf'
      : 'correct the user or the password'
    return new Error(
      `DATABASE_URL: PostgreSQL at ${place} does not let the user '${user}' into '${database}' (${text}): ${todo}`,
      { cause: error },
    )
  }
  const advice = adviceOnTls(error)
  return new Error(
    `DATABASE_URL: PostgreSQL at ${place} cannot be used: ${advice === null ? text : `${advice} (${text})`}`,
    { cause: error },
  )
}

const unknownAuthority = [
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]

/** Says what to do about a TLS that is not as sslmode asks for it; null where the error is another. */
function adviceOnTls(error: unknown): string | null {
  const { code, message } = error as { code?: string; message?: string }
  if (code !== undefined && unknownAuthority.includes(code))
    return 'no authority that is known has signed its certificate: name the file of its authority, sslrootcert=<file>'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'its certificate is for another name: call the server as its certificate does'
  if (message === 'The server does not support SSL connections')
    return 'it does not offer TLS: turn it on (ssl = on), or take sslmode out'
  return null
}

/** An error of several addresses of one name has no text of its own. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : []
  return errorText(first ?? error)
}

const describePlace = (url: string): string =>
  readDatabaseAddress(url)
    .hosts.map(({ host, port }) => `${host}:${port}`)
    .join(', ')

/**
 * A streaming standby without `pg_basebackup`, which npm's PostgreSQL lacks: the primary's files are
 * copied between `pg_backup_start` and `pg_backup_stop`, on one connection, as its manual describes.
 */
import { chownSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import pg from 'pg'
import { askNode, type PostgresNode, startNode, user } from './postgres-node.ts'

/** A copy must not have these: the lock and the state of the running primary, and its log of writes. */
const leftOut =
  /^(postmaster\.(pid|opts)|pg_wal\/.+|pg_replslot\/.+|pg_stat_tmp\/.+|standby\.signal)$/
const followTimeoutMs = 20_000
const pollMs = 20

type Copying = { primary: PostgresNode; standby: PostgresNode; password: string; directory: string }

/** Makes `standby` a copy of `primary` that follows it, and starts it; what it held before is deleted. */
export async function startStandby({
  primary,
  standby,
  password,
  directory,
}: Copying): Promise<void> {
  rmSync(standby.cluster, { recursive: true, force: true })
  await copyCluster(primary, standby, password)
  const { host, port } = primary
  const follow = `host=${host} port=${port} user=${user} password=${password} application_name=${standby.name}`
  // In place of the primary's own, which may have it wait for a standby.
  write(standby, 'postgresql.auto.conf', `primary_conninfo = '${follow}'\n`)
  write(standby, 'standby.signal', '')
  await startNode(standby, directory)
  await untilFollowed(primary, standby.name, password)
}

async function copyCluster(
  primary: PostgresNode,
  standby: PostgresNode,
  password: string,
): Promise<void> {
  const client = new pg.Client({
    host: primary.host,
    port: primary.port,
    user,
    password,
    database: 'postgres',
  })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', fast => true)`)
    cpSync(primary.cluster, standby.cluster, {
      recursive: true,
      filter: (source) => !leftOut.test(relative(primary.cluster, source)),
    })
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    )
    own(standby, standby.cluster)
    write(standby, 'backup_label', rows[0]!.labelfile)
  } finally {
    await client.end()
  }
}

async function untilFollowed(primary: PostgresNode, name: string, password: string): Promise<void> {
  for (const deadline = performance.now() + followTimeoutMs; ;) {
    const rows = await askNode<{ state: string }>(
      primary,
      password,
      `select state from pg_stat_replication where application_name = '${name}'`,
    )
    if (rows[0]?.state === 'streaming') return
    if (performance.now() > deadline)
      throw new Error(`the standby ${name} did not follow within ${followTimeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

function write(node: PostgresNode, name: string, text: string): void {
  const path = join(node.cluster, name)
  writeFileSync(path, text, { mode: 0o600 })
  const { account } = node.installation
  if (account) chownSync(path, account.uid, account.gid)
}

/** Gives what was copied to the account that PostgreSQL runs as; the copy itself was made as root. */
function own({ installation: { account } }: PostgresNode, directory: string): void {
  mkdirSync(join(directory, 'pg_wal', 'archive_status'), { recursive: true })
  if (!account) return
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  for (const path of ['.', ...paths]) chownSync(join(directory, path), account.uid, account.gid)
}

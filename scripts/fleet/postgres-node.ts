/**
 * One PostgreSQL of a fleet on this machine: started from the embedded programs, not started again
 * when it dies. For tests, drills and benchmarks: it leaves fsync out, so it survives the death of its
 * process and not that of the machine.
 */
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findFreePort } from '../../src/embedded/ports.ts'
import {
  findPostgres,
  type PostgresInstallation,
} from '../../src/embedded/postgres/postgres-installation.ts'
import { locateCluster } from '../../src/embedded/postgres/postgres-cluster.ts'
import { claimServerFiles } from '../../src/embedded/server-files.ts'
import { launchServer, type ServerProcess } from '../../src/embedded/server-process.ts'

export const user = 'mandate'

export type PostgresNode = {
  /** Its name among the nodes; a standby tells the primary under it who it is. */
  name: string
  host: string
  port: number
  cluster: string
  installation: PostgresInstallation
  process: ServerProcess | null
}

export type NodeAddress = Pick<PostgresNode, 'name' | 'host'> & { directory: string }

/** Names the node's files and draws its port; starts nothing. */
export async function prepareNode({ name, host, directory }: NodeAddress): Promise<PostgresNode> {
  const own = join(directory, name)
  mkdirSync(own, { recursive: true })
  chmodSync(own, 0o755)
  const installation = findPostgres()
  const cluster = locateCluster(own, installation)
  return { name, host, port: await findFreePort(), cluster, installation, process: null }
}

/** Starts the node on its cluster; resolves once it takes connections, as a standby reading ones. */
export async function startNode(node: PostgresNode, directory: string): Promise<void> {
  const { postgres, account } = node.installation
  node.process = await launchServer({
    name: `PostgreSQL ${node.name}`,
    executable: postgres,
    args: ['-D', node.cluster, '-p', String(node.port), ...configuration(node.host)],
    files: await claimServerFiles(join(directory, node.name), 'postgres'),
    // Answers every client with an error and ends, as `pg_ctl stop` does.
    stopSignal: 'SIGINT',
    isReady: (log) => /ready to accept (read-only )?connections/.test(log),
    workingDirectory: node.cluster,
    environment: { LC_ALL: 'C', TZ: 'UTC' },
    account,
  })
}

/** Ends every process of the node at once, unannounced, as a machine that loses its power does. */
export async function killNode(node: PostgresNode): Promise<void> {
  // Postgres ends its sessions itself when its first process is gone.
  await node.process?.stop('SIGKILL')
  node.process = null
}

/** Runs a statement on the node as its superuser, on a connection of its own. */
export async function askNode<Row extends pg.QueryResultRow>(
  node: Pick<PostgresNode, 'host' | 'port'>,
  password: string,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client({
    host: node.host,
    port: node.port,
    user,
    password,
    database: 'postgres',
  })
  // A node that is killed meanwhile ends the query with an error, too.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

function configuration(host: string): string[] {
  const settings = {
    listen_addresses: host,
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '64MB',
    wal_level: 'replica',
    hot_standby: 'on',
    // A standby that lags by more has to be made anew.
    wal_keep_size: '256MB',
    // A standby that is away is noticed, and a primary too, after seconds.
    wal_sender_timeout: '5s',
    wal_receiver_timeout: '5s',
    wal_retrieve_retry_interval: '200ms',
    log_min_messages: 'log',
    log_checkpoints: 'off',
    fsync: 'off',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

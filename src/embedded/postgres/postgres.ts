/**
 * A real PostgreSQL in a directory of ours, for the local default and for tests.
 *
 * It is as durable as any: commits survive a `kill -9` of everything. Only one that is asked to be
 * ephemeral trades that for speed, and is deleted when it stops.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { startOnStablePort } from '../ports.ts'
import { createCluster, locateCluster, removeStaleLock } from './postgres-cluster.ts'
import { findPostgres } from './postgres-installation.ts'
import { demandPassword, passwordFor } from './postgres-password.ts'
import { claimServerFiles } from '../server-files.ts'
import { type EmbeddedServer, startServer } from '../server.ts'

const user = 'mandate'
const connectionsMax = 200

export type PostgresSettings = { dataDirectory: string } | { ephemeral: true }

/**
 * Starts PostgreSQL on the loopback interface, on the port it had before where that is free, and
 * creates its cluster at the first start.
 *
 * @returns with the URL of the database `postgres`, password and all, as a user that may create others
 * @throws where there is no PostgreSQL, or where it does not start
 */
export async function startPostgres(settings: PostgresSettings): Promise<EmbeddedServer> {
  const isEphemeral = 'ephemeral' in settings
  const directory = isEphemeral ? makeTemporaryDirectory() : resolve(settings.dataDirectory)
  const files = await claimServerFiles(directory, 'postgres')
  const installation = findPostgres()
  const cluster = locateCluster(directory, installation)
  const password = passwordFor(directory)
  if (!existsSync(cluster)) await createCluster(cluster, installation, user, password)
  removeStaleLock(cluster)
  await demandPassword(cluster, installation, user, password)

  const { postgres, account } = installation
  const start = (port: number) =>
    startServer({
      name: 'PostgreSQL',
      url: `postgresql://${user}:${password}@127.0.0.1:${port}/postgres`,
      executable: postgres,
      args: ['-D', cluster, '-p', String(port), ...configuration(isEphemeral)],
      files,
      stopSignal: 'SIGINT',
      prepare: () => removeStaleLock(cluster),
      isReady: (log) => log.includes('ready to accept connections'),
      workingDirectory: cluster,
      environment: { LC_ALL: 'C', TZ: 'UTC' },
      account,
      ...(isEphemeral && { afterStop: () => removeAll(cluster, directory) }),
    })
  return startOnStablePort(files.port, start)
}

function configuration(isEphemeral: boolean): string[] {
  const always = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: connectionsMax,
    shared_buffers: '64MB',
    // Failed statements are reported to the client; a log of them would grow without end.
    log_min_messages: 'log',
    log_checkpoints: 'off',
  }
  const durable = { synchronous_commit: 'on' }
  const fast = { synchronous_commit: 'off', fsync: 'off', full_page_writes: 'off' }
  const settings = { ...always, ...(isEphemeral ? fast : durable) }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function makeTemporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'mandate-postgres-'))
  chmodSync(directory, 0o755)
  return directory
}

function removeAll(cluster: string, directory: string): void {
  for (const path of [dirname(cluster), directory]) rmSync(path, { recursive: true, force: true })
}

/**
 * A PostgreSQL 15 for tests, which Citus runs on as well: the one of this machine's packages, because npm has the
 * newest one for the service. Where there is none, nothing is tried on it.
 */
import { execFile } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '../../src/embedded/ports.ts'
import { findPostgres } from '../../src/embedded/postgres/postgres-installation.ts'
import { claimServerFiles } from '../../src/embedded/server-files.ts'
import { launchServer } from '../../src/embedded/server-process.ts'
import { newDirectory } from '../../test/support/temporary-directory.ts'

const run = promisify(execFile)
const programs = '/usr/lib/postgresql/15/bin'

export const hasPostgres15 = existsSync(join(programs, 'postgres'))

export async function startPostgres15(): Promise<{ url: string; stop(): Promise<void> }> {
  const { account } = findPostgres()
  const directory = newDirectory('postgres-15')
  const cluster = join(directory, 'cluster')
  chmodSync(directory, 0o755)
  mkdirSync(cluster, { mode: 0o700 })
  if (account) chownSync(cluster, account.uid, account.gid)
  const options = ['--auth=trust', '--encoding=UTF8', '--locale=C', '--username=mandate']
  const environment = { LC_ALL: 'C', TZ: 'UTC' }
  const as = { ...account, cwd: cluster, env: { ...process.env, ...environment } }
  await run(join(programs, 'initdb'), ['-D', cluster, ...options], as)
  const port = await findFreePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    max_connections: 200,
  }
  const server = await launchServer({
    name: 'PostgreSQL 15',
    executable: join(programs, 'postgres'),
    args: ['-D', cluster, ...Object.entries(settings).flatMap((one) => ['-c', one.join('=')])],
    files: await claimServerFiles(directory, 'postgres'),
    stopSignal: 'SIGINT',
    isReady: (log) => /ready to accept connections/.test(log),
    workingDirectory: cluster,
    environment,
    account,
  })
  return { url: `postgresql://mandate@127.0.0.1:${port}/postgres`, stop: () => server.stop() }
}

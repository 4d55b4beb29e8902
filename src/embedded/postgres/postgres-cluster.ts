/**
 * The directory of PostgreSQL's databases: where it lies, how it is created, and how the remains of a
 * killed run are removed from it.
 */
import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { mayAllEnter, openPlaceBehind } from './open-place.ts'
import type { PostgresInstallation } from './postgres-installation.ts'
import { lendPassword } from './postgres-password.ts'
import { describeProcess } from '../process-table.ts'

const run = promisify(execFile)

const initdbOptions = [
  // Only this machine can connect, but it may have other accounts.
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
]

/**
 * Returns the cluster's path. It lies elsewhere where PostgreSQL's account may not enter, and stays
 * there when that changes.
 */
export function locateCluster(directory: string, { account }: PostgresInstallation): string {
  const link = join(directory, 'elsewhere')
  const isElsewhere = account !== undefined && (existsSync(link) || !mayAllEnter(directory))
  return join(isElsewhere ? openPlaceBehind(link) : directory, 'cluster')
}

/** Creates the cluster under another name first, so that one that has its name is complete. */
export async function createCluster(
  cluster: string,
  installation: PostgresInstallation,
  user: string,
  password: string,
): Promise<void> {
  const { initdb, account } = installation
  const unfinished = `${cluster}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  if (account) chownSync(unfinished, account.uid, account.gid)
  await lendPassword(`${cluster}.password`, password, installation, (file) =>
    run(initdb, ['-D', unfinished, '-U', user, `--pwfile=${file}`, ...initdbOptions], {
      ...account,
      cwd: unfinished,
      env: { ...process.env, LC_ALL: 'C' },
    }),
  )
  renameSync(unfinished, cluster)
}

/**
 * Removes the lock of a PostgreSQL that was killed, where another process has its id by now.
 * PostgreSQL would take that process for another server and refuse to start.
 */
export function removeStaleLock(cluster: string): void {
  const lock = join(cluster, 'postmaster.pid')
  if (!existsSync(lock)) return
  const holder = describeProcess(Number.parseInt(readFileSync(lock, 'utf8'), 10))
  if (holder && !holder.command.includes(cluster)) rmSync(lock)
}

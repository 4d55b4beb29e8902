/** Asks before a command changes what others notice, writes where it may not be meant to, or spends gas. */
import { createInterface } from 'node:readline/promises'
import { describeDatabaseOf } from '../src/embedded/running-database.ts'
import { readSettings } from '../src/shared/settings.ts'

/** The answer beforehand, for who has no terminal. */
export const agreement = '--yes'

/** Asks whoever sits there; where nobody does, it is refused. Says why, where the answer is not yes. */
export async function agreesTo(sentence: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    refuse(`${sentence} Add ${agreement} if that is meant.`)
    return false
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${sentence} Is that meant? Write yes: `)
  terminal.close()
  if (answer.trim().toLowerCase() === 'yes') return true
  refuse('That was not yes.')
  return false
}

export function refuse(why: string): void {
  console.error(`${why} Nothing was done.`)
  process.exitCode = 1
}

/** Names the database that a command would change, without its password. @throws where there is none */
export const namedDatabase = (): string => describeDatabaseOf(readSettings(process.env))

/**
 * Creates an operator's account and prints its password, which is shown this once. The
 * operator lets merchants in and decides their verifications.
 *
 *   DATABASE_URL=postgresql://… npm run create:operator -- <e-mail address>
 */
import { z } from 'zod'
import { Clock } from '../src/shared/clock.ts'
import { newToken } from '../src/shared/tokens.ts'
import { connectDatabase, migrate } from '../src/store/database.ts'
import { createAccount, findAccount } from '../src/store/merchants/accounts.ts'

const { DATABASE_URL } = process.env
const email = z.email().safeParse(process.argv[2]).data
if (!DATABASE_URL || !email) fail('set DATABASE_URL and give an e-mail address')

const database = await connectDatabase(DATABASE_URL)
try {
  await migrate(database)
  const room = { database, clock: new Clock() }
  if (await findAccount(room, email)) fail(`${email} has an account already`)
  const password = newToken(128)
  await createAccount(room, { email, password, role: 'operator' })
  console.log(`${email}   ${password}`)
} finally {
  await database.close()
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

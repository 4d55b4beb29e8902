/**
 * Invites an operator: creates the account and prints a link, with which its owner sets the
 * password. Operators let merchants in and decide their verifications.
 *
 *     DATABASE_URL=postgresql://… npm run create:operator -- <e-mail address>
 *
 * Without DATABASE_URL it uses the database of the service that runs in DATA_DIR.
 */
import { z } from 'zod'
import { inviteMerchant } from '../src/store/people/registration.ts'
import { commandLineActor, fail, sayLink, withDatabase } from './people.ts'

const email = z.email().safeParse(process.argv[2]).data
if (!email) fail('give an e-mail address: npm run create:operator -- me@example.com')

await withDatabase(async (dependencies, settings) => {
  const invited = await inviteMerchant(dependencies, { email, role: 'Operator' }, commandLineActor)
  if (!invited)
    fail(
      `${email} has an account already; \`npm run operator -- account reset ${email}\` for a new password`,
    )
  sayLink(`${email} is an operator once the password is set`, invited.link, settings)
})

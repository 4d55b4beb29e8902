/**
 * Lists accounts, resets, disables or enables one, or ends its sessions, from the server itself: for installations without
 * an operator who could do it.
 *
 *     npm run operator -- account list [part of an address or of a merchant's name]
 *     npm run operator -- account reset|disable|enable|end-sessions <e-mail address>
 */
import { listAccounts } from '../src/store/operators/accounts.ts'
import { issueLink } from '../src/store/people/account-links.ts'
import { findAccount, setDisabled } from '../src/store/people/accounts.ts'
import { closeSessions } from '../src/store/people/sessions.ts'
import { commandLineActor, type Dependencies, fail, sayLink, withDatabase } from './people.ts'

const actions = ['reset', 'disable', 'enable', 'end-sessions']
const listedMax = 200

const [, , action = '', email] = process.argv

await withDatabase(async (dependencies, settings) => {
  if (action === 'list') return sayAccounts(dependencies)
  if (!actions.includes(action))
    fail(`'${action}' is no action: list, or one of ${actions.join(', ')} and an e-mail address`)
  const account = email ? await findAccount(dependencies, email) : null
  if (!account)
    fail(
      email
        ? `${email} has no account: npm run operator -- account list`
        : `${action} whose account? Give an e-mail address: npm run operator -- account list`,
    )
  const { id } = account
  switch (action) {
    case 'reset':
      if (account.disabledAt) fail(`${email} is disabled: enable it first`)
      return sayLink(
        `${email} may set a new password`,
        await issueLink(
          dependencies,
          id,
          account.passwordHash ? 'reset' : 'invitation',
          commandLineActor,
        ),
        settings,
      )
    case 'disable':
    case 'enable':
      if (!(await setDisabled(dependencies, id, action === 'disable', commandLineActor)))
        fail(`somebody else logs in as ${email} now: disable that account first`)
      return console.log(`${email} is ${action}d`)
    case 'end-sessions':
      return console.log(
        `${await closeSessions(dependencies, id, commandLineActor)} sessions of ${email} were ended`,
      )
  }
})

async function sayAccounts({ database, clock }: Dependencies): Promise<void> {
  const { accounts, total } = await listAccounts(
    database,
    { search: email },
    { limit: listedMax, offset: 0 },
    clock.realNow(),
  )
  for (const { email: address, role, merchantName, isDisabled, hasPassword } of accounts)
    console.log(
      [address, role, merchantName, isDisabled && 'disabled', !hasPassword && 'invited']
        .filter(Boolean)
        .join('  '),
    )
  console.log(`${accounts.length} of ${total} accounts.`)
}

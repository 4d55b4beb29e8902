/**
 * Resets, disables or enables an account, or ends its sessions, from the server itself: for
 * installations without an operator who could do it.
 *
 *     npm run operator -- account reset|disable|enable|end-sessions <e-mail address>
 */
import { issueLink } from '../src/store/people/account-links.ts'
import { findAccount, setDisabled } from '../src/store/people/accounts.ts'
import { closeSessions } from '../src/store/people/sessions.ts'
import { commandLineActor, fail, sayLink, withDatabase } from './people.ts'

const [, , action = '', email] = process.argv

await withDatabase(async (dependencies, settings) => {
  const account = email ? await findAccount(dependencies, email) : null
  if (!account) fail(email ? `${email} has no account` : 'give an action and an e-mail address')
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
      await setDisabled(dependencies, id, action === 'disable', commandLineActor)
      return console.log(`${email} is ${action}d`)
    case 'end-sessions':
      return console.log(
        `${await closeSessions(dependencies, id, commandLineActor)} sessions of ${email} were ended`,
      )
    default:
      return fail(`'${action}' is no action: reset, disable, enable or end-sessions`)
  }
})

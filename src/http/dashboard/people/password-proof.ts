/** Proof of identity by a password: at the login, and again before acts that cannot be taken back. */
import { z } from 'zod'
import { Problem } from '../../../shared/problems.ts'
import { authenticateAccount } from '../../../store/people/accounts.ts'
import { isKnownAddress, rememberAddress } from '../../../store/people/known-addresses.ts'
import { countAttempt, type Counted, forgetAttempts } from '../../../store/people/login-attempts.ts'
import type { Account } from '../../../store/tables/people.ts'
import type { Person, Visitor } from '../../authentication/session.ts'
import type { HttpDependencies } from '../../dependencies.ts'

const passwordLengthMin = 12
const passwordLengthMax = 1000

/** A password as somebody gives it to prove who they are. */
export const GivenPassword = z.string().min(1).max(passwordLengthMax)

/** A password as somebody chooses it: its length is what makes it hard to guess. */
export const NewPassword = z
  .string()
  .min(passwordLengthMin, `must have at least ${passwordLengthMin} characters`)
  .max(passwordLengthMax)

type Dependencies = Pick<HttpDependencies, 'database' | 'clock'>

/**
 * Returns the account that somebody logs in to. Throws `Forbidden`, alike for an unknown address and
 * a wrong password, and `TooManyRequests` where the account was tried too often.
 */
export async function proveAccount(
  dependencies: Dependencies,
  { address }: Visitor,
  { email, password }: { email: string; password: string },
): Promise<Account> {
  const isKnown = await isKnownAddress(dependencies, { email, address })
  const tried = isKnown ? { email, knownAddress: address } : { email }
  const account = await provePassword(dependencies, tried, { email, password })
  await rememberAddress(dependencies, { email, address })
  return account
}

/**
 * Proves that the caller is the person who logged in: a session alone, which may be stolen, is not
 * enough for everything. Tries are counted for the session, so that no stranger who tries to log in
 * uses them up.
 */
export async function proveSelf(
  dependencies: Dependencies,
  { account: { email }, sessionToken }: Person,
  password: string,
): Promise<void> {
  await provePassword(dependencies, { sessionToken }, { email, password })
}

async function provePassword(
  dependencies: Dependencies,
  tried: Counted,
  { email, password }: { email: string; password: string },
): Promise<Account> {
  const waitSeconds = await countAttempt(dependencies, tried)
  if (waitSeconds > 0)
    throw new Problem(
      'TooManyRequests',
      `The password of this account was tried too often: try again in ${waitSeconds} s.`,
      { headers: { 'retry-after': String(waitSeconds) } },
    )
  const account = await authenticateAccount(dependencies, email, password)
  if (!account) throw new Problem('Forbidden', 'The e-mail address or the password is wrong.')
  await forgetAttempts(dependencies, tried)
  if (account.disabledAt)
    throw new Problem('Forbidden', 'This account is disabled: ask an operator of the service.')
  return account
}

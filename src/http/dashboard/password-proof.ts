/** Proving who one is by a password: to log in, and again before what cannot be taken back. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Problem } from '../../shared/problems.ts'
import { authenticate } from '../../store/merchants/accounts.ts'
import { countAttempt, forgetAttempts } from '../../store/merchants/login-attempts.ts'
import type { Account } from '../../store/tables/people.ts'
import type { DashboardDependencies } from './dependencies.ts'
import { accountOf } from './session.ts'

const passwordLengthMin = 12
const passwordLengthMax = 1000

/** A password as somebody gives it to prove who they are. */
export const GivenPassword = z.string().min(1).max(passwordLengthMax)

/** A password as somebody chooses it: its length is what makes it hard to guess. */
export const NewPassword = z
  .string()
  .min(passwordLengthMin, `must have at least ${passwordLengthMin} characters`)
  .max(passwordLengthMax)

type Dependencies = Pick<DashboardDependencies, 'database' | 'clock'>

/**
 * Returns the account whose password this is. Throws `Forbidden`, alike for an unknown address and a
 * wrong password, and `TooManyRequests` where the account was tried too often.
 */
export async function proveAccount(
  dependencies: Dependencies,
  email: string,
  password: string,
): Promise<Account> {
  const waitSeconds = await countAttempt(dependencies, email)
  if (waitSeconds > 0)
    throw new Problem(
      'TooManyRequests',
      `The password of this account was tried too often: try again in ${waitSeconds} s.`,
      { headers: { 'retry-after': String(waitSeconds) } },
    )
  const account = await authenticate(dependencies, email, password)
  if (!account) throw new Problem('Forbidden', 'The e-mail address or the password is wrong.')
  await forgetAttempts(dependencies, email)
  if (account.disabledAt)
    throw new Problem('Forbidden', 'This account is disabled: ask an operator of the service.')
  return account
}

/** That who asks is who logged in: a session alone, which may be stolen, is not enough for everything. */
export async function proveSelf(
  dependencies: Dependencies,
  request: FastifyRequest,
  password: string,
): Promise<void> {
  await proveAccount(dependencies, accountOf(request).email, password)
}

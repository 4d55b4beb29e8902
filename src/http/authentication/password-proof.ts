/** Proof of identity by a password or a code: at the login, and again before acts that cannot be taken back. */
import { z } from 'zod'
import { Problem } from '../../shared/problems.ts'
import { authenticateAccount } from '../../store/people/accounts.ts'
import { isKnownAddress, rememberAddress } from '../../store/people/known-addresses.ts'
import { countAttempt, type Counted, forgetAttempts } from '../../store/people/login-attempts.ts'
import { kindsOf, readSecondFactors } from '../../store/people/second-factors.ts'
import type { Account } from '../../store/tables/people.ts'
import { refusePasswordAlone, requireProof } from './proof.ts'
import { takeCode } from './totp.ts'
import type { Person, Visitor } from './people.ts'
import type { WithSecrets } from '../../store/parts.ts'

const passwordLengthMin = 12
const passwordLengthMax = 1000

/** A password as somebody gives it to prove who they are. */
export const GivenPassword = z.string().min(1).max(passwordLengthMax)

/** A password as somebody chooses it: its length is what makes it hard to guess. */
export const NewPassword = z
  .string()
  .min(passwordLengthMin, `must have at least ${passwordLengthMin} characters`)
  .max(passwordLengthMax)

/** A code of an authenticator, or a recovery code. */
export const GivenCode = z.string().trim().min(6).max(40)
type Credentials = { email: string; password: string; code?: string | undefined }

/**
 * Returns the account that somebody logs in to. Throws `Forbidden`, alike for an unknown address and
 * a wrong password, `SecondFactorRequired` where the password is not enough, and `TooManyRequests` where
 * the account was tried too often.
 */
export async function proveAccount(
  dependencies: WithSecrets,
  { address }: Visitor,
  { email, password, code }: Credentials,
): Promise<Account> {
  const isKnown = await isKnownAddress(dependencies, { email, address })
  const tried = isKnown ? { email, knownAddress: address } : { email }
  const account = await countProof(dependencies, tried, async () => {
    const proven = await requirePassword(dependencies, { email, password })
    if (code !== undefined) await requireCode(dependencies, proven.id, code)
    else await refusePasswordAlone(dependencies, proven.id, 'log in with `code`, or by passkey')
    return proven
  })
  await rememberAddress(dependencies, { email, address })
  return account
}

/**
 * Proves that the caller is the person who logged in: a session alone, which may be stolen, is not
 * enough for everything. Tries are counted for the session, so that no stranger who tries to log in
 * uses them up.
 */
export async function proveSelf(
  dependencies: WithSecrets,
  person: Person,
  password: string,
): Promise<void> {
  const { account, sessionToken } = person
  const { email } = account
  await countProof(dependencies, { sessionToken }, () =>
    requireOwnPassword(dependencies, { email, password }),
  )
  const kinds = kindsOf(await readSecondFactors(dependencies, account.id))
  if (kinds.length > 0) await requireProof(dependencies, person)
}

/** Proves by the password alone, for an account that has nothing else. */
export async function proveByPassword(
  dependencies: WithSecrets,
  { account: { id, email }, sessionToken }: Person,
  password: string,
): Promise<void> {
  await refusePasswordAlone(dependencies, id, 'prove it by that, not by the password')
  await countProof(dependencies, { sessionToken }, () =>
    requireOwnPassword(dependencies, { email, password }),
  )
}

/** Proves by a code, counted for the session as passwords are. */
export async function proveByCode(
  dependencies: WithSecrets,
  { account, sessionToken }: Person,
  code: string,
  take = takeCode,
): Promise<void> {
  await countProof(dependencies, { sessionToken }, () =>
    requireCode(dependencies, account.id, code, take),
  )
}

/** Counts a try before anything is checked; the count begins anew once all of it was right. */
async function countProof<Result>(
  dependencies: WithSecrets,
  tried: Counted,
  check: () => Promise<Result>,
): Promise<Result> {
  const waitSeconds = await countAttempt(dependencies, tried)
  if (waitSeconds > 0)
    throw new Problem(
      'TooManyRequests',
      `This account was tried too often: try again in ${waitSeconds} s.`,
      { headers: { 'retry-after': String(waitSeconds) } },
    )
  const result = await check()
  await forgetAttempts(dependencies, tried)
  return result
}

async function requireCode(
  dependencies: WithSecrets,
  accountId: string,
  code: string,
  take = takeCode,
): Promise<void> {
  if (await take(dependencies, accountId, code)) return
  throw new Problem(
    'Forbidden',
    'The code is wrong, or was used before: wait for the next one of the authenticator, or take another recovery code.',
  )
}

/** Whoever is logged in has said the e-mail address before. */
const requireOwnPassword = (
  dependencies: WithSecrets,
  credentials: Credentials,
): Promise<Account> => requirePassword(dependencies, credentials, 'The password is wrong.')

async function requirePassword(
  dependencies: WithSecrets,
  { email, password }: Credentials,
  refusal = 'The e-mail address or the password is wrong.',
): Promise<Account> {
  const account = await authenticateAccount(dependencies, email, password)
  if (!account) throw new Problem('Forbidden', refusal)
  if (account.disabledAt)
    throw new Problem('Forbidden', 'This account is disabled: ask an operator of the service.')
  return account
}

/**
 * Passkeys (WebAuthn): a key that stays on a device or in a password manager and signs challenges for this
 * site only, after its owner unlocked it. So it is two factors in one: it logs in without a password.
 */
import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { Problem } from '../../shared/problems.ts'
import {
  type ChallengeUse,
  challengeLifetimeMs,
  keepChallenge,
  takeChallenge,
} from '../../store/people/passkey-challenges.ts'
import {
  findPasskey,
  notePasskeyUse,
  readSecondFactors,
} from '../../store/people/second-factors.ts'
import type { Account } from '../../store/tables/people.ts'
import type { Passkey } from '../../store/tables/second-factors.ts'
import type { HttpDependencies } from '../dependencies.ts'

const siteName = 'Mandate'

/** Most services never need it, and it takes some megabytes. */
const webauthn = () => import('@simplewebauthn/server')

type PasskeyDependencies = Pick<HttpDependencies, 'database' | 'clock' | 'settings'>

/** Makes the options with which a browser makes a passkey for the account. */
export async function offerRegistration(dependencies: PasskeyDependencies, { id, email }: Account) {
  const { passkeys } = await readSecondFactors(dependencies, id)
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: siteName,
    rpID: siteOf(dependencies).rpID,
    userName: email,
    userID: new TextEncoder().encode(id),
    timeout: challengeLifetimeMs,
    attestationType: 'none',
    excludeCredentials: passkeys.map((passkey) => ({ id: passkey.id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(dependencies, {
    challenge: options.challenge,
    purpose: 'register',
    accountId: id,
  })
  return options
}

/** Returns the passkey that a browser made by such options; throws `Forbidden` for any other answer. */
export async function readRegistration(
  dependencies: PasskeyDependencies,
  accountId: string,
  response: RegistrationResponseJSON,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'>> {
  const { origin, rpID } = siteOf(dependencies)
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo } = await orForbidden(
    verifyRegistrationResponse({
      response,
      expectedChallenge: challengeTaker(dependencies, { purpose: 'register', accountId }),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    }),
  )
  if (!registrationInfo) throw notGood()
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

/** Makes the options with which a browser signs by a passkey: of the account, or of whoever it is. */
export async function offerAuthentication(
  dependencies: PasskeyDependencies,
  use: Omit<ChallengeUse, 'challenge'>,
) {
  const { accountId } = use
  const passkeys = accountId ? (await readSecondFactors(dependencies, accountId)).passkeys : []
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: siteOf(dependencies).rpID,
    allowCredentials: passkeys.map(({ id }) => ({ id })),
    timeout: challengeLifetimeMs,
    userVerification: 'required',
  })
  await keepChallenge(dependencies, { ...use, challenge: options.challenge })
  return options
}

/**
 * Returns the id of the account whose passkey signed such options; throws `Forbidden` where none did. `challenges`: where
 * they were offered.
 */
export async function readAuthentication(
  dependencies: PasskeyDependencies,
  use: Omit<ChallengeUse, 'challenge'>,
  response: AuthenticationResponseJSON,
  challenges: PasskeyDependencies = dependencies,
): Promise<string> {
  const { origin, rpID } = siteOf(dependencies)
  const passkey = await findPasskey(dependencies, response.id)
  if (!passkey || (use.accountId && use.accountId !== passkey.accountId)) throw notGood()
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await orForbidden(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challengeTaker(challenges, use),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        publicKey: Buffer.from(passkey.publicKey, 'base64url'),
        counter: passkey.counter,
      },
    }),
  )
  const isUsed =
    verified && (await notePasskeyUse(dependencies, passkey.id, authenticationInfo.newCounter))
  if (!isUsed) throw notGood()
  return passkey.accountId
}

/**
 * The site that passkeys are for: the service's own address, and nothing that the request says. Browsers make
 * none for bare addresses, so where the service has no name yet they work at `localhost`.
 */
function siteOf({ settings }: PasskeyDependencies): { origin: string; rpID: string } {
  const { origin, hostname, protocol, port } = new URL(settings.baseUrl)
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) === 0) return { origin, rpID: hostname }
  return { origin: `${protocol}//localhost${port && `:${port}`}`, rpID: 'localhost' }
}

const challengeTaker =
  (dependencies: PasskeyDependencies, use: Omit<ChallengeUse, 'challenge'>) =>
  (challenge: string) =>
    takeChallenge(dependencies, { ...use, challenge })

/** The library throws for whatever is wrong with an answer, and its words are for programmers. */
const orForbidden = <Result>(verifying: Promise<Result>): Promise<Result> =>
  verifying.catch(() => {
    throw notGood()
  })

const notGood = () =>
  new Problem(
    'Forbidden',
    'The passkey is not known here, or its answer is over or was used: ask for new options and try again.',
  )

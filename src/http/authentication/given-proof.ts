/**
 * Proofs as people give them: by the password, a code or a passkey, for the session or in the call itself. What gives the
 * account or its money away takes the latter: a session that logged in minutes ago is what a stolen cookie has.
 */
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { Problem } from '../../shared/problems.ts'
import { noteProof } from '../../store/people/sessions.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { PasskeyAnswer } from './passkey-schemas.ts'
import { readAuthentication } from './passkeys.ts'
import { GivenCode, GivenPassword, proveByCode, proveByPassword } from './password-proof.ts'
import { askForProofInCall } from './proof.ts'
import type { Person } from './people.ts'

export const GivenProof = z
  .union(
    [
      z.strictObject({ password: GivenPassword }),
      z.strictObject({ code: GivenCode }),
      z.strictObject({ passkey: PasskeyAnswer }),
    ],
    { error: 'must be one of {"password"}, {"code"} and {"passkey"}' },
  )
  .meta({
    id: 'OwnProof',
    description:
      'The password, of an account without a second factor; else a code of the authenticator, a recovery code, or what a passkey signed.',
  })
export type GivenProof = z.output<typeof GivenProof>

/** The field of a body that carries a proof: every route that `needsProof: 'inCall'` has it. */
export const proofInCall = {
  proof: GivenProof.optional().meta({
    description: 'Without it the answer is `SecondFactorRequired`, which says what counts',
  }),
}

/** The body of a call that has nothing but a proof to say. */
export const ProofAlone = z.strictObject(proofInCall).meta({ id: 'ProofInCall' })

/** Throws where the proof is wrong, or is not of a kind that counts for the account. */
export async function checkProof(
  dependencies: HttpDependencies,
  caller: Person,
  proof: GivenProof,
): Promise<void> {
  if ('password' in proof) return proveByPassword(dependencies, caller, proof.password)
  if ('code' in proof) return proveByCode(dependencies, caller, proof.code)
  const use = { purpose: 'prove', accountId: caller.account.id } as const
  const answer = proof.passkey as unknown as AuthenticationResponseJSON
  await readAuthentication(dependencies, use, answer)
}

type AskedInCall = { body: unknown; judge: () => Promise<void> }

/**
 * Throws `SecondFactorRequired` where the body carries no proof, unless `judge` refuses the call anyway; one that is good
 * counts for the session, too.
 */
export async function requireProofInCall(
  dependencies: HttpDependencies,
  caller: Person,
  { body, judge }: AskedInCall,
): Promise<void> {
  const { proof } = body as { proof?: GivenProof }
  if (!proof) {
    await judge()
    throw await askForProofInCall(dependencies, caller)
  }
  await checkProof(dependencies, caller, proof).catch((error: unknown) => {
    throw error instanceof Problem ? ofProof(error) : error
  })
  await noteProof(dependencies, caller.sessionToken)
}

/** Says that the proof was refused, and not what was asked for: a page asks for the proof again. */
const ofProof = ({ code, message, details, headers }: Problem) =>
  new Problem(code, message, { headers, details: { ...details, inCall: true } })

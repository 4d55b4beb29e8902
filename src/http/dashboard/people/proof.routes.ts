/** Proving in a session, once more, who one is: before keys, receivers, members and second factors are touched. */
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { noteProof } from '../../../store/people/sessions.ts'
import { RealTime } from '../../../store/resources/fields.ts'
import { offerAuthentication, readAuthentication } from '../../authentication/passkeys.ts'
import { proofCountsMinutes } from '../../authentication/proof.ts'
import type { Person } from '../../authentication/session.ts'
import type { HttpDependencies } from '../../dependencies.ts'
import { personRoute } from '../../routing/route.ts'
import { PasskeyAnswer, PasskeyOptions } from './passkey-schemas.ts'
import { GivenCode, GivenPassword, proveByCode, proveByPassword } from './password-proof.ts'

const path = '/dashboard/api/proof'

const Proof = z
  .union([
    z.strictObject({ password: GivenPassword }),
    z.strictObject({ code: GivenCode }),
    z.strictObject({ passkey: PasskeyAnswer }),
  ])
  .meta({
    id: 'OwnProof',
    description:
      'The password, of an account without a second factor; else a code of the authenticator, a recovery code, or what a passkey signed.',
  })

export const offerProofRoute = personRoute({
  method: 'POST',
  path: `${path}/options`,
  operationId: 'offerProof',
  tag: 'Second factor',
  summary: 'Ask what your passkey has to sign',
  changesNothing: true,
  answer: { status: 200, description: 'Options for the browser.', schema: PasskeyOptions },
  async handle({ caller: { account }, dependencies }) {
    const use = { purpose: 'prove', accountId: account.id } as const
    return { body: await offerAuthentication(dependencies, use) }
  },
})

export const proveRoute = personRoute({
  method: 'POST',
  path,
  operationId: 'prove',
  tag: 'Second factor',
  summary: 'Prove who you are',
  description: `Counts for ${proofCountsMinutes} minutes in this session; a login does, too. What needs it answers \`SecondFactorRequired\` without.`,
  body: Proof,
  answer: {
    status: 200,
    description: 'The proof counts.',
    schema: z.strictObject({ countsUntil: RealTime }),
  },
  problems: ['SecondFactorRequired'],
  async handle({ body, caller, dependencies }) {
    await checkProof(dependencies, caller, body)
    await noteProof(dependencies, caller.sessionToken)
    const countsForMs = proofCountsMinutes * 60_000
    const countsUntil = new Date(dependencies.clock.realNow().getTime() + countsForMs)
    return { body: { countsUntil } }
  },
})

async function checkProof(
  dependencies: HttpDependencies,
  caller: Person,
  proof: z.output<typeof Proof>,
): Promise<void> {
  if ('password' in proof) return proveByPassword(dependencies, caller, proof.password)
  if ('code' in proof) return proveByCode(dependencies, caller, proof.code)
  const use = { purpose: 'prove', accountId: caller.account.id } as const
  const answer = proof.passkey as unknown as AuthenticationResponseJSON
  await readAuthentication(dependencies, use, answer)
}

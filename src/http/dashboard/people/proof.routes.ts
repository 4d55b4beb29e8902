/** Proving in a session, once more, who one is: before keys, receivers, members and second factors are touched. */
import { z } from 'zod'
import { noteProof } from '../../../store/people/sessions.ts'
import { RealTime } from '../../../core/resources/fields.ts'
import { checkProof, GivenProof } from '../../authentication/given-proof.ts'
import { PasskeyOptions } from '../../authentication/passkey-schemas.ts'
import { offerAuthentication } from '../../authentication/passkeys.ts'
import { proofCountsMinutes } from '../../authentication/proof.ts'
import { personRoute } from '../../routing/route.ts'

const path = '/dashboard/api/proof'

export const offerProofRoute = personRoute({
  method: 'POST',
  path: `${path}/options`,
  operationId: 'offerProof',
  tag: 'Second factor',
  summary: 'Ask what your passkey has to sign',
  changesNothing: true,
  answer: { description: 'Options for the browser.', schema: PasskeyOptions },
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
  body: GivenProof,
  answer: { description: 'The proof counts.', schema: z.strictObject({ countsUntil: RealTime }) },
  problems: ['SecondFactorRequired'],
  async handle({ body, caller, dependencies }) {
    await checkProof(dependencies, caller, body)
    await noteProof(dependencies, caller.sessionToken)
    const countsForMs = proofCountsMinutes * 60_000
    const countsUntil = new Date(dependencies.clock.realNow().getTime() + countsForMs)
    return { body: { countsUntil } }
  },
})

/** Passkeys: made and taken away in a session, and logging in by one without a password. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { Problem } from '../../../shared/problems.ts'
import { findAccountForLogin } from '../../../store/people/accounts.ts'
import { addPasskey, removeFactor } from '../../../store/people/second-factors.ts'
import { RealTime } from '../../../core/resources/fields.ts'
import {
  offerAuthentication,
  offerRegistration,
  readAuthentication,
  readRegistration,
} from '../../authentication/passkeys.ts'
import { ProofAlone } from '../../authentication/given-proof.ts'
import { toActor } from '../../authentication/session.ts'
import { personRoute, visitorRoute } from '../../routing/route.ts'
import { PathText } from '../../schemas/path.ts'
import { Identity, logIn } from './login.routes.ts'
import { PasskeyAnswer, PasskeyOptions } from '../../authentication/passkey-schemas.ts'

const path = '/dashboard/api/me/passkeys'
const byAnybody = { purpose: 'login', accountId: null } as const

export const PasskeyResource = z
  .strictObject({
    id: z.string(),
    label: z.string(),
    createdAt: RealTime,
    usedAt: RealTime.nullable(),
  })
  .meta({ id: 'Passkey' })

export const RecoveryCodes = z
  .array(z.string())
  .meta({ description: 'Shown this once: each stands in for the second factor, once' })

export const offerPasskeyRoute = personRoute({
  method: 'POST',
  path: '/dashboard/api/me/passkey-options',
  operationId: 'offerPasskey',
  tag: 'Second factor',
  summary: 'Ask how a passkey is to be made',
  needsProof: 'inCall',
  body: ProofAlone,
  changesNothing: true,
  answer: { description: 'Options for the browser.', schema: PasskeyOptions },
  async handle({ caller, dependencies }) {
    return { body: await offerRegistration(dependencies, caller.account) }
  },
})

export const addPasskeyRoute = personRoute({
  method: 'POST',
  path,
  operationId: 'addPasskey',
  tag: 'Second factor',
  summary: 'Add a passkey',
  needsProof: true,
  body: z
    .strictObject({ label: z.string().trim().min(1).max(100), passkey: PasskeyAnswer })
    .meta({ id: 'NewPasskey' }),
  answer: {
    status: 201,
    description: 'The passkey, which logs in without a password from now on.',
    schema: z.strictObject({
      id: z.string(),
      label: z.string(),
      recoveryCodes: RecoveryCodes.nullable(),
    }),
  },
  async handle({ body: { label, passkey }, caller, audit, dependencies }) {
    const { account, sessionToken } = caller
    const answer = passkey as unknown as RegistrationResponseJSON
    const made = { ...(await readRegistration(dependencies, account.id, answer)), label }
    audit?.concern(made.id)
    const change = { accountId: account.id, actor: toActor(caller, audit), sessionToken }
    const recoveryCodes = await addPasskey(dependencies, change, made)
    return { body: { id: made.id, label, recoveryCodes } }
  },
})

export const removePasskeyRoute = personRoute({
  method: 'DELETE',
  path: `${path}/{id}`,
  operationId: 'removePasskey',
  tag: 'Second factor',
  summary: 'Take a passkey away',
  params: z.object({ id: PathText }),
  needsProof: 'inCall',
  body: ProofAlone,
  answer: { status: 204, description: 'It opens nothing any more.' },
  problems: ['NotFound'],
  async handle({ params: { id }, caller, audit, dependencies }) {
    const { account, sessionToken } = caller
    const change = { accountId: account.id, actor: toActor(caller, audit), sessionToken }
    if (await removeFactor(dependencies, change, id)) return {}
    throw new Problem('NotFound', `You have no passkey '${id}'.`)
  },
})

export const offerPasskeyLoginRoute = visitorRoute({
  method: 'POST',
  path: '/dashboard/api/login/passkey/options',
  operationId: 'offerPasskeyLogin',
  tag: 'Session',
  summary: 'Ask what a passkey has to sign to log in',
  answer: { description: 'Options for the browser.', schema: PasskeyOptions },
  async handle({ dependencies }) {
    return { body: await offerAuthentication(dependencies.cells.home, byAnybody) }
  },
})

export const logInByPasskeyRoute = visitorRoute({
  method: 'POST',
  path: '/dashboard/api/login/passkey',
  operationId: 'logInByPasskey',
  tag: 'Session',
  summary: 'Log in by a passkey',
  description: 'Sets the session cookie, as `logIn` does. A passkey is two factors in one.',
  body: z.strictObject({ passkey: PasskeyAnswer }).meta({ id: 'PasskeyLogin' }),
  cellOf: ({ body: { passkey } }, cells) => cells.of({ by: 'passkey', value: passkey.id }),
  limit: 'login',
  answer: { description: 'The person who is logged in now.', schema: Identity },
  problems: ['Forbidden'],
  async handle({ body: { passkey }, caller, dependencies }) {
    const answer = passkey as unknown as AuthenticationResponseJSON
    // The challenge was made before anybody knew whose passkey would answer, so it is in the home cell.
    const challenges = dependencies.cells.home
    const accountId = await readAuthentication(dependencies, byAnybody, answer, challenges)
    return logIn(dependencies, caller, await findAccountForLogin(dependencies, accountId))
  },
})

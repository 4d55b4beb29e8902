/** Logging in and out, and asking who one is. */
import { z } from 'zod'
import { accountRoles } from '../../../store/people/account-roles.ts'
import { newId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problems.ts'
import { getMerchant } from '../../../store/merchants/merchants.ts'
import { AuditTrail } from '../../../store/people/audit.ts'
import { closeSession, openSession } from '../../../store/people/sessions.ts'
import type { Account } from '../../../store/tables/people.ts'
import { requireNoDemo } from '../../authentication/demo.ts'
import { rightNames, rightsOf } from '../../../store/people/rights.ts'
import { Time } from '../../../core/resources/fields.ts'
import { endedSessionCookie, makeSessionCookie } from '../../authentication/session.ts'
import type { HttpDependencies } from '../../dependencies.ts'
import { type Answer, personRoute, visitorRoute } from '../../routing/route.ts'
import { toDevice } from './device.ts'
import { GivenCode, GivenPassword, proveAccount } from '../../authentication/password-proof.ts'
import type { Visitor } from '../../authentication/people.ts'
import { ListDescription } from '../lists/dashboard-list.ts'
import { listDescriptions } from '../lists/dashboard-lists.ts'

const Credentials = z
  .strictObject({
    email: z.string().min(3).max(254),
    password: GivenPassword,
    code: GivenCode.optional().meta({
      description:
        'The code of the authenticator, or a recovery code, where the account has a second factor',
    }),
  })
  .meta({ id: 'Credentials' })

const Rights = z.array(z.enum(rightNames))

export const Identity = z
  .strictObject({
    email: z.string(),
    role: z.enum(accountRoles),
    rights: z.strictObject({ test: Rights, main: Rights }).meta({
      description: 'What the role may do on each network; operators have a part of their own',
    }),
    merchant: z.strictObject({ id: z.string(), name: z.string() }).nullable().meta({
      description: 'The merchant whose people the account belongs to; null for operators',
    }),
    lists: z
      .array(ListDescription)
      .meta({ description: 'What the lists of a merchant show; operators have none of these' }),
    now: Time.meta({ description: 'Business time of this answer' }),
  })
  .meta({ id: 'Identity', description: 'The person who is logged in.' })

export const loginRoute = visitorRoute({
  method: 'POST',
  path: '/dashboard/api/login',
  operationId: 'logIn',
  tag: 'Session',
  summary: 'Log in',
  description:
    'Sets the session cookie. Ten tries a minute from one address. An account with a second factor is ' +
    'asked for it by `SecondFactorRequired`: repeat the call with `code`, or log in by passkey.',
  body: Credentials,
  cellOf: ({ body: { email } }, cells) => cells.of({ by: 'email', value: email }),
  limit: 'login',
  answer: { description: 'The person who is logged in now.', schema: Identity },
  problems: ['Forbidden', 'SecondFactorRequired'],
  async handle({ body, caller, dependencies }) {
    const account = await proveAccount(dependencies, caller, body)
    return logIn(dependencies, caller, account)
  },
})

export const logoutRoute = visitorRoute({
  method: 'POST',
  path: '/dashboard/api/logout',
  operationId: 'logOut',
  tag: 'Session',
  summary: 'Log out',
  description: 'Ends the session of the cookie, if there is one, and clears the cookie.',
  answer: { description: 'There is no session any more.', schema: z.strictObject({}) },
  async handle({ caller: { sessionToken }, dependencies }) {
    if (sessionToken) await closeSession(dependencies, sessionToken)
    return { body: {}, cookie: endedSessionCookie }
  },
})

export const readIdentityRoute = personRoute({
  method: 'GET',
  path: '/dashboard/api/me',
  operationId: 'readIdentity',
  tag: 'Session',
  summary: 'Read who is logged in',
  answer: { description: 'The account of the session.', schema: Identity },
  async handle({ caller, dependencies }) {
    return { body: await describeAccount(dependencies, caller.account) }
  },
})

/** Opens a session for somebody who has proven who they are. */
export async function logIn(
  dependencies: HttpDependencies,
  { from, userAgent }: Visitor,
  account: Account,
): Promise<Answer> {
  requireNoDemo(account, dependencies.directory)
  const token = await openSession(dependencies, account, { userAgent, address: from })
  if (token === null) throw passwordChanged()
  await recordLogin(dependencies, { from, userAgent }, account)
  return {
    body: await describeAccount(dependencies, account),
    cookie: makeSessionCookie(token, dependencies.settings.baseUrl),
  }
}

/** Logins are in the audit log too, with the address they came from. */
async function recordLogin(
  { database, clock }: HttpDependencies,
  { from, userAgent }: Pick<Visitor, 'from' | 'userAgent'>,
  { id, email, role, merchantId }: Account,
): Promise<void> {
  const at = clock.realNow()
  const trail = new AuditTrail({
    id: newId(at),
    merchantId: merchantId ?? null,
    network: null,
    accountId: id,
    email,
    role,
    address: from,
    call: 'logIn',
    subject: '',
    asked: null,
    at: at.toISOString(),
  })
  await trail.write(database.pool, { before: null, after: { device: toDevice(userAgent) } })
}

async function describeAccount(dependencies: HttpDependencies, account: Account) {
  const { email, role, merchantId } = account
  const merchant = merchantId ? await getMerchant(dependencies, merchantId) : null
  const rights = { test: rightsOf(role, 'TestNet'), main: rightsOf(role, 'MainNet') }
  return {
    email,
    role,
    rights,
    merchant: merchant && { id: merchant.id, name: merchant.name },
    lists: merchant ? listDescriptions : [],
    now: dependencies.clock.now().toISOString(),
  }
}

const passwordChanged = () =>
  new Problem('Forbidden', 'The password was changed, or the account disabled, during this login.')

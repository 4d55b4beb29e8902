/** Logging in and out, and asking who one is. */
import { z } from 'zod'
import { Problem } from '../../../shared/problems.ts'
import { getMerchant } from '../../../store/merchants/merchants.ts'
import { closeSession, openSession } from '../../../store/merchants/sessions.ts'
import type { Account } from '../../../store/tables/people.ts'
import { requireNoDemo } from '../../authentication/demo.ts'
import { endingCookie, openingCookie } from '../../authentication/session.ts'
import type { HttpDependencies } from '../../dependencies.ts'
import { personRoute, visitorRoute } from '../../routing/route.ts'
import { roles } from './account-resource.ts'
import { proveAccount } from './password-proof.ts'

const Credentials = z
  .strictObject({ email: z.string().min(3).max(254), password: z.string().min(1).max(1000) })
  .meta({ id: 'Credentials' })

const Identity = z
  .strictObject({
    email: z.string(),
    role: z.enum(roles),
    merchant: z
      .strictObject({ id: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'Whose people the account belongs to; null for operators' }),
  })
  .meta({ id: 'Identity', description: 'Who is logged in.' })

export const loginRoute = visitorRoute({
  method: 'POST',
  path: '/dashboard/api/login',
  operationId: 'logIn',
  tag: 'Session',
  summary: 'Log in',
  description: 'Sets the session cookie. Ten tries a minute from one address.',
  body: Credentials,
  limit: 'login',
  answer: { status: 200, description: 'Who is logged in now.', schema: Identity },
  problems: ['Forbidden'],
  async handle({ body, caller, services }) {
    const account = await proveAccount(services, caller, body)
    requireNoDemo(account, services.directory)
    const token = await openSession(services, account)
    if (token === null) throw passwordChanged()
    return {
      body: await describeAccount(services, account),
      cookie: openingCookie(token, services.settings.baseUrl),
    }
  },
})

export const logoutRoute = visitorRoute({
  method: 'POST',
  path: '/dashboard/api/logout',
  operationId: 'logOut',
  tag: 'Session',
  summary: 'Log out',
  description: 'Ends the session of the cookie, if there is one, and clears the cookie.',
  answer: { status: 200, description: 'There is no session any more.', schema: z.strictObject({}) },
  async handle({ caller: { sessionToken }, services }) {
    if (sessionToken) await closeSession(services, sessionToken)
    return { body: {}, cookie: endingCookie }
  },
})

export const readIdentityRoute = personRoute({
  method: 'GET',
  path: '/dashboard/api/me',
  operationId: 'readIdentity',
  tag: 'Session',
  summary: 'Read who is logged in',
  answer: { status: 200, description: 'The account of the session.', schema: Identity },
  async handle({ caller, services }) {
    return { body: await describeAccount(services, caller.account) }
  },
})

async function describeAccount(services: HttpDependencies, account: Account) {
  const { email, role, merchantId } = account
  const merchant = merchantId ? await getMerchant(services, merchantId) : null
  return { email, role, merchant: merchant && { id: merchant.id, name: merchant.name } }
}

const passwordChanged = () =>
  new Problem('Forbidden', 'The password was changed, or the account disabled, during this login.')

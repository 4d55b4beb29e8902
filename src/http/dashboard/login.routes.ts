/** Logging in and out, and asking who one is. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Problem } from '../../shared/problems.ts'
import { getMerchant } from '../../store/merchants/merchants.ts'
import { closeSession, openSession } from '../../store/merchants/sessions.ts'
import type { Account } from '../../store/tables/people.ts'
import { requireNoDemo } from '../authentication/demo.ts'
import { countedAddress } from '../requests/client-address.ts'
import type { RateLimiter } from '../routing/rate-limits.ts'
import type { DashboardDependencies } from './dependencies.ts'
import { parse } from './parse.ts'
import { proveAccount } from './password-proof.ts'
import { accountOf, clearSessionCookie, cookieName, setSessionCookie } from './session.ts'

const loginsPerMinuteMax = 10
const windowMs = 60_000

const Credentials = z.strictObject({
  email: z.string().min(3).max(254),
  password: z.string().min(1).max(1000),
})

export function loginRoutes(
  app: FastifyInstance,
  dependencies: DashboardDependencies,
  limiter: RateLimiter,
): void {
  const countLogin = app.createRateLimit({
    max: loginsPerMinuteMax,
    timeWindow: windowMs,
    keyGenerator: countedAddress,
  })

  app.post('/login', async (request, reply) => {
    const counted = await countLogin(request)
    if (!counted.isAllowed && counted.isExceeded) throw tooManyLogins(counted.ttlInSeconds)
    const { body } = parse(request, { body: Credentials })
    const account = await proveAccount(dependencies, request, body)
    requireNoDemo(account, dependencies.directory)
    const token = await openSession(dependencies, account)
    if (token === null) throw passwordChanged()
    setSessionCookie(reply, token, dependencies.settings.baseUrl)
    return describeAccount(dependencies, account)
  })

  app.post('/logout', async (request, reply) => {
    limiter.countPublic(request)
    const token = request.cookies[cookieName]
    if (token) await closeSession(dependencies, token)
    clearSessionCookie(reply)
    return {}
  })
}

export function meRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/me', (request) => describeAccount(dependencies, accountOf(request)))
}

async function describeAccount(dependencies: DashboardDependencies, account: Account) {
  const { email, role, merchantId } = account
  const merchant = merchantId ? await getMerchant(dependencies, merchantId) : null
  return { email, role, merchant: merchant && { id: merchant.id, name: merchant.name } }
}

const passwordChanged = () =>
  new Problem('Forbidden', 'The password was changed, or the account disabled, during this login.')

function tooManyLogins(retryAfterSeconds: number): Problem {
  return new Problem('TooManyRequests', `Too many logins: try again in ${retryAfterSeconds} s.`, {
    headers: { 'retry-after': String(Math.max(1, retryAfterSeconds)) },
  })
}

/** One's own password: set by an invitation or a reset, changed, and the sessions that hang on it. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { badRequest, Problem } from '../../shared/problems.ts'
import { recordAccountChange } from '../../store/merchants/account-changes.ts'
import { useLink } from '../../store/merchants/account-links.ts'
import { setPassword } from '../../store/merchants/accounts.ts'
import { rememberAddress } from '../../store/merchants/known-addresses.ts'
import { forgetAttempts } from '../../store/merchants/login-attempts.ts'
import { closeSessions } from '../../store/merchants/sessions.ts'
import { countedAddress } from '../requests/client-address.ts'
import type { RateLimiter } from '../routing/rate-limits.ts'
import type { DashboardDependencies } from './dependencies.ts'
import { parse } from './parse.ts'
import { GivenPassword, NewPassword, proveSelf } from './password-proof.ts'
import { accountOf, actorOf, clearSessionCookie, cookieName } from './session.ts'

const Change = z.strictObject({ currentPassword: GivenPassword, newPassword: NewPassword })
const Link = z.strictObject({ token: z.string().min(1).max(100), password: NewPassword })

/** For people without a session: the token of an invitation or a reset, used once. */
export function accountLinkRoutes(
  app: FastifyInstance,
  dependencies: DashboardDependencies,
  limiter: RateLimiter,
): void {
  app.post('/account-link', async (request) => {
    limiter.countPublic(request)
    limiter.requireFewFailures(request)
    const { token, password } = parse(request, { body: Link }).body
    const { isLocal } = dependencies.directory
    const email = await useLink(dependencies, { token, password, from: request.ip, isLocal })
    if (email === null) {
      limiter.countFailure(request)
      throw new Problem(
        'NotFound',
        'This invitation or reset is unknown, used or over: ask the operator for a new one.',
      )
    }
    await forgetAttempts(dependencies, { email })
    await rememberAddress(dependencies, { email, address: countedAddress(request) })
    return { email }
  })
}

export function passwordRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.post('/password', async (request) => {
    const { id } = accountOf(request)
    const { currentPassword, newPassword } = parse(request, { body: Change }).body
    await proveSelf(dependencies, request, currentPassword)
    if (newPassword === currentPassword)
      throw badRequest([{ path: 'newPassword', message: 'is the present one' }])
    const except = request.cookies[cookieName]!
    const sessionsEnded = await setPassword(dependencies, id, newPassword, { except })
    await recordAccountChange(dependencies, id, 'PasswordChanged', actorOf(request))
    return { sessionsEnded }
  })

  app.post('/sessions/end', async (request, reply) => {
    const { id } = accountOf(request)
    const sessionsEnded = await closeSessions(dependencies, id)
    await recordAccountChange(dependencies, id, 'SessionsEnded', actorOf(request))
    clearSessionCookie(reply)
    return { sessionsEnded }
  })
}

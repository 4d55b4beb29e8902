/**
 * Who is asking: the session cookie, and what the route may assume of its owner. The
 * cookie is invisible to scripts and never sent along from another site.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Network } from '../../shared/network.ts'
import { Problem } from '../../shared/problems.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Actor } from '../../store/merchants/account-changes.ts'
import { findSessionAccount, sessionLifetimeMs } from '../../store/merchants/sessions.ts'
import type { Account } from '../../store/tables/people.ts'
import { requireNoDemo } from '../authentication/demo.ts'
import type { RateLimiter } from '../routing/rate-limits.ts'
import type { DashboardDependencies } from './dependencies.ts'

export const cookieName = 'mandate-session'
const cookiePath = '/dashboard'

/** The networks as the dashboard's addresses spell them. */
const networkNames = new Map<string, Network>([
  ['test', 'TestNet'],
  ['main', 'MainNet'],
])

export function setSessionCookie(reply: FastifyReply, token: string, baseUrl: string): void {
  reply.setCookie(cookieName, token, {
    path: cookiePath,
    httpOnly: true,
    sameSite: 'strict',
    secure: baseUrl.startsWith('https:'),
    maxAge: sessionLifetimeMs / 1000,
  })
}

export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(cookieName, { path: cookiePath })
}

/** Lets only people with a session in, and remembers who they are. */
export function requireAccount(dependencies: DashboardDependencies, limiter: RateLimiter) {
  return async (request: FastifyRequest): Promise<void> => {
    limiter.requireFewFailures(request)
    const token = request.cookies[cookieName]
    const account = token ? await findSessionAccount(dependencies, token) : null
    if (!account) {
      limiter.countFailure(request)
      throw new Problem('Unauthorized', 'There is no session, or it is over: log in first.')
    }
    limiter.countAccount(account.id)
    requireNoDemo(account, dependencies.directory)
    request.setDecorator('account', account)
  }
}

export async function requireOperator(request: FastifyRequest): Promise<void> {
  if (accountOf(request).role !== 'operator')
    throw new Problem('Forbidden', 'Only an operator of this service may do this.')
}

/** Lets a merchant's people in to one network of theirs. */
export async function requireOwner(request: FastifyRequest): Promise<void> {
  const { network: name } = request.params as { network: string }
  const network = networkNames.get(name)
  if (!network) throw new Problem('NotFound', `There is no network '${name}': use test or main.`)
  const { merchantId } = accountOf(request)
  if (!merchantId)
    throw new Problem('Forbidden', "This account belongs to no merchant; see the operator's pages.")
  request.setDecorator('owner', { merchantId, network } satisfies Owner)
}

/** Who does what the request asks for, and from where: for histories. */
export const actorOf = (request: FastifyRequest): Actor => ({
  by: accountOf(request).email,
  from: request.ip,
  isDemo: accountOf(request).isDemo,
})
export const accountOf = (request: FastifyRequest): Account => request.getDecorator('account')
/** The merchant and network that everything in this request is about. */
export const ownerOf = (request: FastifyRequest): Owner => request.getDecorator('owner')

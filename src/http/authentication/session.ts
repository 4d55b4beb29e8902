/**
 * The people of the dashboard, by the session cookie: out of reach of scripts, and never sent along
 * from another site.
 */
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { Network } from '../../shared/network.ts'
import { Problem } from '../../shared/problems.ts'
import type { AuditTrail } from '../../store/people/audit.ts'
import type { Actor } from '../../store/people/account-changes.ts'
import { findSession, sessionLifetimeMs, type SessionHolder } from '../../store/people/sessions.ts'
import type { Owner } from '../../shared/owner.ts'
import { toCountedAddress } from '../requests/client-address.ts'
import { asTry } from '../routing/counted-try.ts'
import { requireNoDemo } from './demo.ts'
import type { Right } from '../../store/people/rights.ts'
import { requireRightOf } from './rights.ts'
import type { RouteDependencies } from '../cells/cells.ts'
import type { Visitor, Person, Member } from './people.ts'

export const sessionCookieName = 'mandate-session'
const cookiePath = '/dashboard'
const userAgentLengthMax = 300
/** The networks as the dashboard's addresses spell them. */
export const networkNames = { test: 'TestNet', main: 'MainNet' } as const satisfies Record<
  string,
  Network
>

export function readVisitor(request: FastifyRequest): Visitor {
  const { [sessionCookieName]: token } = request.cookies
  return {
    address: toCountedAddress(request),
    from: request.ip,
    sessionToken: token || null,
    userAgent: request.headers['user-agent']?.slice(0, userAgentLengthMax) ?? null,
  }
}

/** Returns who has the session, counted; throws `Unauthorized` where there is none. */
export async function requirePerson(
  request: FastifyRequest,
  dependencies: RouteDependencies,
): Promise<Person> {
  const { limiter } = dependencies
  limiter.requireFewFailures(request)
  const visitor = readVisitor(request)
  const session = await asTry(request, limiter, () => {
    limiter.countTry(request)
    return requireSession(visitor, dependencies)
  })
  limiter.countAccount(session.account.id, request)
  requireNoDemo(session.account, dependencies.directory)
  return { ...visitor, ...session }
}

async function requireSession(
  { sessionToken, from }: Visitor,
  dependencies: RouteDependencies,
): Promise<SessionHolder & { sessionToken: string }> {
  const holder = sessionToken && (await findSession(dependencies, sessionToken, from))
  if (sessionToken && holder) return { ...holder, sessionToken }
  throw new Problem('Unauthorized', 'There is no session, or it is over: log in first.')
}

export function requireOperator(person: Person): Person {
  if (person.account.role === 'Operator') return person
  throw new Problem('Forbidden', 'Only an operator of this service may do this.')
}

const networkOf = (name: string): Network | null =>
  Object.hasOwn(networkNames, name) ? networkNames[name as keyof typeof networkNames] : null

/** Returns the owner whose part of the service a person's address names; null where it is none of theirs. */
export function findOwner(
  { account }: Person,
  { network: name }: { network: string },
): Owner | null {
  const network = networkOf(name)
  const { merchantId } = account
  return network && merchantId ? { merchantId, network } : null
}

/** Lets a merchant's people in to one network of theirs, by its name in the address, where their role has the right. */
export function requireMember(
  person: Person,
  { network: name }: { network: string },
  right: Right,
): Member {
  const network = networkOf(name)
  if (!network) throw new Problem('NotFound', `There is no network '${name}': use test or main.`)
  const { merchantId, role } = person.account
  if (!merchantId)
    throw new Problem('Forbidden', "This account belongs to no merchant; see the operator's pages.")
  requireRightOf({ role, network, right })
  return { ...person, owner: { merchantId, network } }
}

/** The person as a history names them, with the entry of the audit log about what they do. */
export const toActor = (
  { account, from, sessionId }: Person,
  audit?: AuditTrail,
): Actor & { accountId: string } => ({
  by: account.email,
  accountId: account.id,
  sessionId,
  from,
  isDemo: account.isDemo,
  audit,
})

/** A cookie to be set. */
export type Cookie = { name: string; value: string; options: CookieSerializeOptions }

/** Makes the cookie that holds a session in the browser. */
export const makeSessionCookie = (token: string, baseUrl: string): Cookie => ({
  name: sessionCookieName,
  value: token,
  options: {
    path: cookiePath,
    httpOnly: true,
    sameSite: 'strict',
    secure: baseUrl.startsWith('https:'),
    maxAge: sessionLifetimeMs / 1000,
  },
})

/** Takes the session out of the browser. */
export const endedSessionCookie: Cookie = {
  name: sessionCookieName,
  value: '',
  options: { path: cookiePath, expires: new Date(0) },
}

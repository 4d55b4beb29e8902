/** Finds out who calls, as the route's access asks, and counts them before anything is read. */
import type { FastifyRequest } from 'fastify'
import { Problem } from '../../shared/problems.ts'
import { authenticate, type Caller } from '../authentication/authenticate.ts'
import type { KeyUses } from '../authentication/key-uses.ts'
import {
  readVisitor,
  requireMember,
  requireOperator,
  requirePerson,
} from '../authentication/session.ts'
import type { HttpServices } from '../dependencies.ts'
import { refuseForgery } from '../requests/forgery.ts'
import type { RateLimiter } from './rate-limits.ts'
import { toSigned } from './request-parts.ts'
import type { Access, Callers, RouteLimit } from './route.ts'

export type Surroundings = {
  services: HttpServices
  uses: KeyUses
  limiter: RateLimiter
}

type LetIn<A extends Access> = (
  request: FastifyRequest,
  surroundings: Surroundings,
  limit: RouteLimit | undefined,
) => Promise<Callers[A]>

/** Each returns the caller, or throws the problem that says why nobody is let in. */
export const letIn: { [A in Access]: LetIn<A> } = {
  merchant: letInMerchant,
  async public(request, { limiter }) {
    limiter.countPublic(request)
    return null
  },
  async visitor(request, { services, limiter }, limit) {
    await refuseForgery(services.settings.baseUrl)(request)
    countVisitor(request, limiter, limit)
    return readVisitor(request)
  },
  async person(request, surroundings) {
    await refuseForgery(surroundings.services.settings.baseUrl)(request)
    return requirePerson(request, surroundings)
  },
  async operator(request, surroundings, limit) {
    return requireOperator(await letIn.person(request, surroundings, limit))
  },
  async member(request, surroundings, limit) {
    const person = await letIn.person(request, surroundings, limit)
    const member = requireMember(person, request.params as { network: string })
    if (limit === 'resend') surroundings.limiter.countResend(member.owner)
    return member
  },
}

/** Authenticates and counts; a failure to authenticate is counted by address. */
async function letInMerchant(
  request: FastifyRequest,
  { services, uses, limiter }: Surroundings,
  limit: RouteLimit | undefined,
): Promise<Caller> {
  await refuseForgery(services.settings.baseUrl)(request)
  limiter.requireFewFailures(request)
  const signed = { ...toSigned(request), rawHeaders: request.raw.rawHeaders }
  try {
    const caller = await authenticate(signed, services)
    limiter.countMerchant(caller.owner)
    uses.note(caller.keyName)
    if (limit === 'resend') limiter.countResend(caller.owner)
    return caller
  } catch (error) {
    if (error instanceof Problem && error.code !== 'TooManyRequests') limiter.countFailure(request)
    throw error
  }
}

function countVisitor(
  request: FastifyRequest,
  limiter: RateLimiter,
  limit: RouteLimit | undefined,
): void {
  if (limit === 'file') limiter.countFile(request)
  else if (limit === 'login') limiter.countLogin(request)
  else if (limit !== 'none') limiter.countPublic(request)
  if (limit === 'guess') limiter.requireFewFailures(request)
}

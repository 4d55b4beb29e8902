/** Identifies the caller as the route's access asks, and counts the call before it is parsed. */
import type { FastifyRequest } from 'fastify'
import { Problem } from '../../shared/problems.ts'
import { authenticateMerchant, type Caller, findNamedKey } from '../authentication/authenticate.ts'
import {
  authenticateCustomer,
  type CustomerCaller,
  requireRight,
} from '../authentication/customer.ts'
import { requireProof } from '../authentication/proof.ts'
import {
  findOwner,
  readVisitor,
  requireMember,
  requireOperator,
  requirePerson,
} from '../authentication/session.ts'
import { refuseForgery } from '../requests/forgery.ts'
import { asTry } from './counted-try.ts'
import type { RateLimiter } from './rate-limits.ts'
import { noteCaller } from '../request-log/logged-calls.ts'
import { toSigned } from './request-parts.ts'
import type { Access, Callers, CustomerRoute, MerchantRoute, Route, RouteLimit } from './route.ts'
import type { RouteDependencies } from '../cells/cells.ts'
import type { Person } from '../authentication/people.ts'

type LetIn<A extends Access> = (
  request: FastifyRequest,
  dependencies: RouteDependencies,
  route: Route<A>,
) => Promise<Callers[A]>

/** Each returns the caller, or throws the problem that says why the call is turned down. */
const letIn: { [A in Access]: LetIn<A> } = {
  merchant: letInMerchant,
  customer: letInCustomer,
  async public(request, { limiter }) {
    limiter.countPublic(request)
    return null
  },
  async visitor(request, dependencies, { limit }) {
    await refuseForeign(request, dependencies)
    dependencies.limiter.takeBackTry(request)
    countVisitor(request, dependencies.limiter, limit)
    return readVisitor(request)
  },
  async person(request, dependencies, { needsProof }) {
    const person = await letInPerson(request, dependencies)
    if (needsProof === true) await requireProof(dependencies, person)
    return person
  },
  async operator(request, dependencies, { needsProof }) {
    const operator = requireOperator(await letInPerson(request, dependencies))
    if (needsProof === true) await requireProof(dependencies, operator)
    return operator
  },
  async member(request, dependencies, route) {
    const { right, needsProof, limit } = route
    const person = await letInPerson(request, dependencies)
    const params = request.params as { network: string }
    const owner = findOwner(person, params)
    const { email: account } = person.account
    const { requestLog } = dependencies
    if (owner)
      noteCaller(request, { owner, keyName: null, account, route, isLimited: true, requestLog })
    const member = requireMember(person, params, right)
    if (needsProof === true) await requireProof(dependencies, member)
    if (limit === 'resend') dependencies.limiter.countResend(member.owner, request)
    return member
  },
}

async function letInPerson(
  request: FastifyRequest,
  dependencies: RouteDependencies,
): Promise<Person> {
  await refuseForeign(request, dependencies)
  return requirePerson(request, dependencies)
}

/** A change that a foreign page asks for counts like a call without credentials, whatever a browser has sent along. */
async function refuseForeign(
  request: FastifyRequest,
  { settings, limiter }: RouteDependencies,
): Promise<void> {
  try {
    await refuseForgery(settings.baseUrl)(request)
  } catch (error) {
    limiter.countPublic(request)
    throw error
  }
}

/** Lets the caller of any route in. */
export function letInTo(
  route: Route,
  request: FastifyRequest,
  dependencies: RouteDependencies,
): Promise<Callers[Access]> {
  // The table gives each route the function of its access.
  return (letIn[route.access] as LetIn<Access>)(request, dependencies, route)
}

/** Authenticates and counts; a failure to authenticate is counted by address. */
async function letInMerchant(
  request: FastifyRequest,
  dependencies: RouteDependencies,
  route: MerchantRoute,
): Promise<Caller> {
  const { keyUses, limiter, requestLog } = dependencies
  await refuseForeign(request, dependencies)
  limiter.requireFewFailures(request)
  const signed = { ...toSigned(request), rawHeaders: request.raw.rawHeaders }
  // A key that is remembered costs no query.
  const find = (name: string) => dependencies.keys.find(name, () => limiter.countTry(request))
  const authenticating = asTry(request, limiter, () =>
    authenticateMerchant(signed, { ...dependencies, keys: { find } }),
  )
  const caller = await authenticating.catch(async (error: unknown) => {
    if (error instanceof Problem && error.code === 'Forbidden')
      await noteUnproven(request, route, dependencies)
    throw error
  })
  noteCaller(request, { ...caller, account: null, route, isLimited: false, requestLog })
  limiter.countMerchant(caller.owner, request)
  keyUses.note(caller.keyName)
  if (route.limit === 'resend') limiter.countResend(caller.owner, request)
  return caller
}

/** The holder of the named key sees the failure in the request log, where a wrong secret is looked for. */
async function noteUnproven(
  request: FastifyRequest,
  route: MerchantRoute,
  { keys, requestLog }: RouteDependencies,
): Promise<void> {
  const key = await findNamedKey(request.raw.rawHeaders, keys)
  if (!key) return
  const { name: keyName, merchantId, network } = key
  const owner = { merchantId, network }
  noteCaller(request, { owner, keyName, account: null, route, isLimited: true, requestLog })
}

/**
 * Authenticates and counts, by the customer; a failure is counted by address. A token is no browser's to send along by itself, so no
 * other page can forge a call, and the pages of payers stand at any address that is passed on to them.
 */
async function letInCustomer(
  request: FastifyRequest,
  dependencies: RouteDependencies,
  route: CustomerRoute,
): Promise<CustomerCaller> {
  const { limiter } = dependencies
  limiter.requireFewFailures(request)
  const customer = await asTry(request, limiter, () => {
    limiter.countTry(request)
    return authenticateCustomer(request.raw.rawHeaders, dependencies)
  })
  limiter.countCustomer(customer, request)
  requireRight(customer, route)
  return customer
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

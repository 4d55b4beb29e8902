/** Finds the cell that answers a request: the cell of its caller, or of what it names. */
import type { FastifyRequest } from 'fastify'
import { badRequest } from '../../shared/problems.ts'
import type { Named } from '../../store/cells/finders.ts'
import { readCredentials } from '../authentication/credentials.ts'
import { readToken } from '../authentication/customer.ts'
import { readVisitor } from '../authentication/session.ts'
import { readHeader } from '../requests/headers.ts'
import type { Access, Route } from '../routing/route.ts'
import type { Cells, RouteDependencies } from './cells.ts'
import type { Person } from '../authentication/people.ts'

/** By which operators name the cell that they look at; without it that is the one of their account. */
export const cellHeader = 'mandate-cell'

/** Returns the cell of whoever calls, by a key, a token or a session; the first one where they show none. */
export async function cellOfCaller(
  { access }: Route,
  request: FastifyRequest,
  { cells, limiter }: RouteDependencies,
): Promise<RouteDependencies> {
  if (cells.isOnlyOne) return cells.home
  const named = nameOfCaller(access, request)
  if (named === null) return cells.home
  limiter.requireFewFailures(request)
  try {
    // Each look for a name that nobody has costs a query in every cell. Whoever lets the caller in says how the try has ended.
    return await cells.of(named, () => limiter.countTry(request))
  } catch (error) {
    limiter.takeBackTry(request)
    throw error
  }
}

function nameOfCaller(access: Access, request: FastifyRequest): Named | null {
  const { rawHeaders } = request.raw
  if (access === 'public') return null
  if (access === 'merchant') return nameOf('apiKey', () => readCredentials(rawHeaders).name)
  if (access === 'customer')
    return nameOf('customerToken', () => readToken(readHeader(rawHeaders, 'authorization')))
  return nameOf('session', () => readVisitor(request).sessionToken)
}

/** Null where there is none, or none that can be read: whoever lets callers in says so. */
function nameOf(by: Named['by'], read: () => string | null): Named | null {
  try {
    const value = read()
    return value === null ? null : { by, value }
  } catch {
    return null
  }
}

/** Returns the cell that a call is about, where it is another than its caller's. */
export async function cellOfCall(
  route: Route,
  request: FastifyRequest,
  asked: { params: unknown; body: unknown },
  dependencies: RouteDependencies,
): Promise<RouteDependencies> {
  if (route.cellOf) return route.cellOf(asked, dependencies.cells)
  return route.access === 'operator' ? chosenCell(request, dependencies) : dependencies
}

/** @throws a `BadRequest` where the header names no cell */
function chosenCell(request: FastifyRequest, dependencies: RouteDependencies): RouteDependencies {
  const name = readHeader(request.raw.rawHeaders, cellHeader)
  return name === null ? dependencies : requireCell(dependencies.cells, name, cellHeader)
}

/** @throws a `BadRequest` about what stands at `path` where there is no cell of that name */
export function requireCell(cells: Cells, name: string, path: string): RouteDependencies {
  const named = cells.named(name)
  if (named) return named
  const known = cells.all.map(({ database }) => database.schema).join(', ')
  throw badRequest([{ path, message: `must be one of ${known}` }])
}

/** The cell of a person's account: what proves who they are is there. */
export const cellOfPerson = (
  { cells }: RouteDependencies,
  { sessionToken }: Person,
): Promise<RouteDependencies> => cells.of({ by: 'session', value: sessionToken })

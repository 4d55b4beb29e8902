/** The parts of a request as they came: its target and bytes, and what its schemas make of them. */
import type { FastifyRequest } from 'fastify'
import type { SignedRequest } from '../authentication/signature.ts'
import { badRequest } from '../../shared/problems.ts'
import { parseInput, type Parts } from '../requests/input.ts'
import { parseJsonBody, requireJsonType, requirePlainBody } from '../requests/json-body.ts'
import { type QueryValues, readQuery } from '../requests/query-string.ts'
import type { Route } from './route.ts'

/** Parses the parts that the route has schemas for; throws a `BadRequest` that names every fault. */
export function readInput(route: Route, request: FastifyRequest): Parts {
  const bytes = bodyOf(request)
  const isForPrograms = route.access === 'merchant' || route.access === 'customer'
  const isForPeople = !isForPrograms && route.access !== 'public'
  const mayComeFromForms = route.method !== 'GET' && isForPeople
  if (!route.query && route.access !== 'public' && !mayComeFromForms)
    refuseParameters(readQuery(targetOf(request)), route)
  if (bytes.length > 0) requirePlainBody(request.headers['content-encoding'])
  requireJsonType(request.headers['content-type'], { bytes, mayComeFromForms })
  return parseInput(route, {
    params: request.params,
    query: route.query && readQuery(targetOf(request)),
    body: route.body && parseJsonBody(bytes),
  })
}

/** What was asked for with parameters that nobody reads is not what was meant. */
function refuseParameters(values: QueryValues, { method }: Route): void {
  const wayOn = method === 'GET' ? ', which has none' : '; send it in the body'
  const [first, ...others] = Object.keys(values).map((name) => ({
    path: name.slice(0, 100),
    message: `is not a parameter of this call${wayOn}`,
  }))
  if (first) throw badRequest([first, ...others])
}

export const toSigned = (request: FastifyRequest): SignedRequest => ({
  method: request.method,
  target: targetOf(request),
  body: bodyOf(request),
})

const targetOf = (request: FastifyRequest) => request.raw.url ?? '/'

const bodyOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

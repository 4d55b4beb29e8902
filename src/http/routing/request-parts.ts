/** The parts of a request as they came: its target and bytes, and what its schemas make of them. */
import type { FastifyRequest } from 'fastify'
import type { SignedRequest } from '../authentication/signature.ts'
import { parseInput, type Parts } from '../requests/input.ts'
import { parseJsonBody, requireJsonType } from '../requests/json-body.ts'
import { readQuery } from '../requests/query-string.ts'
import type { Route } from './route.ts'

/** Parses the parts that the route has schemas for; throws a `BadRequest` that names every fault. */
export function readInput(route: Route, request: FastifyRequest): Parts {
  const bytes = bodyOf(request)
  const mayComeFromForms =
    route.method !== 'GET' && route.access !== 'merchant' && route.access !== 'public'
  requireJsonType(request.headers['content-type'], { bytes, mayComeFromForms })
  return parseInput(route, {
    params: request.params,
    query: route.query && readQuery(targetOf(request)),
    body: route.body && parseJsonBody(bytes),
  })
}

export const toSigned = (request: FastifyRequest): SignedRequest => ({
  method: request.method,
  target: targetOf(request),
  body: bodyOf(request),
})

const targetOf = (request: FastifyRequest) => request.raw.url ?? '/'

const bodyOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

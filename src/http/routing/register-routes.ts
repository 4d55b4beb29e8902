/** Registers routes on a server: their bodies stay bytes until the caller is known. */
import type { FastifyInstance } from 'fastify'
import type { RouteDependencies } from '../dependencies.ts'
import { answerRequest } from './answer-request.ts'
import type { Route } from './route.ts'

const preflightSeconds = 86_400

export function registerRoutes(
  server: FastifyInstance,
  routes: readonly Route[],
  dependencies: RouteDependencies,
): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body)
  })
  for (const route of routes) {
    const url = route.path.replaceAll(/\{(\w+)\}/g, ':$1')
    const isPublic = route.access === 'public'
    server.route({
      method: route.method,
      url,
      ...(isPublic && { onRequest: async (_request, reply) => allowAnyOrigin(reply) }),
      handler: (request, reply) => answerRequest(route, request, reply, dependencies),
    })
    if (isPublic) registerPreflight(server, url, route.method)
  }
}

type Headed = { header(name: string, value: string): unknown }

function allowAnyOrigin(reply: Headed): void {
  reply.header('access-control-allow-origin', '*')
  reply.header('cross-origin-resource-policy', 'cross-origin')
  reply.header('access-control-expose-headers', 'RateLimit, RateLimit-Policy, Retry-After')
}

/** Answers the question a browser asks before it sends JSON to another origin. */
function registerPreflight(server: FastifyInstance, url: string, method: string): void {
  server.options(url, async (_request, reply) => {
    allowAnyOrigin(reply)
    return reply
      .code(204)
      .header('access-control-allow-methods', method)
      .header('access-control-allow-headers', '*')
      .header('access-control-max-age', String(preflightSeconds))
      .header('allow', `${method}, OPTIONS`)
      .send()
  })
}

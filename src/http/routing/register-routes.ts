/** Registers routes on a server. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../shared/problems.ts'
import { inSpan } from '../../shared/tracing/tracing.ts'
import { answerRequest } from './answer-request.ts'
import { allowOrigins, registerPreflight } from './origins.ts'
import { csvType, type Route } from './route.ts'
import type { RouteDependencies } from '../cells/cells.ts'

/** Bodies stay bytes until the caller is known, and for good where no route takes them. */
export function leaveBodiesUnread(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body)
  })
}

export function registerRoutes(
  server: FastifyInstance,
  routes: readonly Route[],
  dependencies: RouteDependencies,
): void {
  for (const route of routes) {
    const onRequest = allowOrigins(route.access, dependencies.settings)
    server.route({
      method: route.method,
      url: urlOf(route),
      exposeHeadRoute: !isStream(route),
      ...(onRequest && { onRequest }),
      handler: (request, reply) =>
        inSpan(
          `http ${route.operationId}`,
          () => ({ kind: 'server', attributes: { 'http.request.method': route.method } }),
          () => answerRequest(route, request, reply, dependencies),
          isFault,
        ),
    })
  }
  for (const [url, ofUrl] of Map.groupBy(routes, urlOf)) {
    const { access } = ofUrl[0]!
    const allow = allowOrigins(access, dependencies.settings)
    const methods = ofUrl.map(({ method }) => method)
    if (!allow) continue
    const count = async (request: FastifyRequest) => dependencies.limiter.countFile(request)
    registerPreflight(server, { url, access, methods, onRequest: [allow, count] })
  }
}

/** A problem is an answer. */
const isFault = (error: unknown): boolean => !(error instanceof Problem)

const urlOf = ({ path }: Route): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Nobody who asks for headers alone is to hold a stream open, or to have a file made. */
const isStream = ({ answer }: Route): boolean =>
  'mediaType' in answer && ['text/event-stream', csvType].includes(answer.mediaType)

/**
 * The origins whose scripts may read answers (CORS): any for what is public, those of the pages of payers
 * for what their tokens open, and else the service's own alone.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from './route.ts'
import type { HttpSettings } from '../http-settings.ts'

const preflightSeconds = 86_400
const exposed = 'RateLimit, RateLimit-Policy, Retry-After, X-Request-Id'

type Allowing = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Makes the hook of a route that pages of other origins may call; null where none may. */
export function allowOrigins(
  access: Access,
  { widgetUrl, manageUrl }: Pick<HttpSettings, 'widgetUrl' | 'manageUrl'>,
): Allowing | null {
  if (access === 'public') return allowAny
  if (access !== 'customer') return null
  const origins = new Set([widgetUrl, manageUrl].map((url) => new URL(url).origin))
  return async ({ headers: { origin } }, reply) => {
    reply.header('vary', 'Origin')
    if (origin === undefined || !origins.has(origin)) return
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-expose-headers', `${exposed}, Idempotent-Replayed`)
  }
}

async function allowAny(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('access-control-allow-origin', '*')
  reply.header('cross-origin-resource-policy', 'cross-origin')
  reply.header('access-control-expose-headers', exposed)
}

type Preflight = { url: string; access: Access; methods: string[]; onRequest: Allowing[] }

/** Answers the question that a browser asks before it sends JSON or a token to another origin. */
export function registerPreflight(
  server: FastifyInstance,
  { url, access, methods, onRequest }: Preflight,
): void {
  // The star does not stand for Authorization.
  const taken = access === 'customer' ? 'Authorization, Content-Type, Idempotency-Key' : '*'
  server.options(url, { onRequest }, async (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-methods', methods.join(', '))
      .header('access-control-allow-headers', taken)
      .header('access-control-max-age', String(preflightSeconds))
      .header('allow', [...methods, 'OPTIONS'].join(', '))
      .send(),
  )
}

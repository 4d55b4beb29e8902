/** Makes the server: its bounds, its error answers, and every route of the service. */
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { type Problem, toProblemBody } from '../shared/problems.ts'
import { findApiKey, noteApiKeyUse } from '../store/merchants/api-keys.ts'
import { answerUnknownAddresses } from './allowed-methods.ts'
import { ApiKeyCache } from './authentication/api-key-cache.ts'
import { KeyUses } from './authentication/key-uses.ts'
import { answerClientError } from './client-errors.ts'
import { checkoutRoutes } from './checkout/checkout.routes.ts'
import type { HttpDependencies } from './dependencies.ts'
import { registerDocumentation } from './documentation/documentation.routes.ts'
import { toProblem } from './error-answers.ts'
import { registerHealth } from './health.routes.ts'
import { dashboardRoutes } from './dashboard/dashboard-routes.ts'
import { toTrustProxy } from './requests/proxy-trust.ts'
import { refuseLongTargets } from './requests/target-length.ts'
import { createRateLimiter } from './routing/rate-limits.ts'
import { registerRoutes } from './routing/register-routes.ts'
import { apiRoutes } from './routes/api-routes.ts'
import { addSecurityHeaders } from './security-headers.ts'

const bodyBytesMax = 64 * 1024
/** Space for a page's address with a name of 10,000 characters, each percent-encoded from four bytes. */
const headerBytesMax = 128 * 1024
/** For a whole request to arrive. Node takes the longer of two limits for bodies, so both are this. */
const requestTimeoutMs = 15_000
/** How often requests that are late are looked for. */
const lateCheckMs = 1_000
const pathPartLengthMax = 200
/** The first start builds the checkout page, which a busy small machine takes a while for. */
const pageBuildTimeoutMs = 120_000

export async function createServer(services: HttpDependencies): Promise<FastifyInstance> {
  const { settings, log } = services
  const server = Fastify({
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: lateCheckMs,
      maxHeaderSize: headerBytesMax,
    },
    routerOptions: { maxParamLength: pathPartLengthMax, ignoreTrailingSlash: true },
    trustProxy: toTrustProxy(settings.trustProxy),
    pluginTimeout: pageBuildTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    logger: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, _request, reply) => void answerProblem(reply, toProblem(error, log)),
  })
  server.setErrorHandler((error, request, reply) =>
    answerProblem(reply, toProblem(error, log, request)),
  )
  addSecurityHeaders(server, settings.baseUrl)
  refuseLongTargets(server)
  answerUnknownAddresses(server)
  await server.register(rateLimit, { global: false })
  const keys = new ApiKeyCache((name) => findApiKey(services, name))
  await server.register(async (scope) => registerMerchantApi(scope, services, keys))
  await server.register(async (scope) => registerDashboard(scope, services, keys))
  await server.register(checkoutRoutes(services), { prefix: '/checkout' })
  await server.register(async (scope) => registerDocuments(scope, services))
  return server
}

/** What costs little and may be asked by anybody. */
async function registerDocuments(scope: FastifyInstance, services: HttpDependencies) {
  const limiter = createRateLimiter(services.settings.rateLimits)
  scope.addHook('onRequest', async (request) => {
    // Whoever watches over the process must be able to ask whether it lives.
    if (request.routeOptions.url !== '/health') limiter.countFile(request)
  })
  await scope.register(registerHealth(services))
  await scope.register(registerDocumentation(services.settings))
}

function registerMerchantApi(
  scope: FastifyInstance,
  services: HttpDependencies,
  keys: ApiKeyCache,
): void {
  const limiter = createRateLimiter(services.settings.rateLimits)
  const uses = new KeyUses((name) => noteApiKeyUse(services, name), services.log)
  registerRoutes(scope, apiRoutes, { services, keys, uses, limiter })
}

/** A key that is deleted here works no longer when the answer arrives. */
async function registerDashboard(
  scope: FastifyInstance,
  services: HttpDependencies,
  keys: ApiKeyCache,
): Promise<void> {
  scope.addHook('onSend', async ({ method, params }) => {
    const { name } = (params ?? {}) as { name?: string }
    if (method === 'DELETE' && name) keys.forget(name)
  })
  await scope.register(dashboardRoutes(services), { prefix: '/dashboard/api' })
}

function answerProblem(reply: Pick<FastifyReply, 'code'>, problem: Problem): FastifyReply {
  return reply.code(problem.status).headers(problem.headers).send(toProblemBody(problem))
}

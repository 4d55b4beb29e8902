/** Makes the server: its bounds, its error answers, and every route of the service. */
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { type Problem, toProblemBody } from '../shared/problems.ts'
import { findApiKey, noteApiKeyUse } from '../store/merchants/api-keys.ts'
import { answerUnknownAddresses } from './allowed-methods.ts'
import { ApiKeyCache } from './authentication/api-key-cache.ts'
import { KeyUses } from './authentication/key-uses.ts'
import { answerClientError } from './client-errors.ts'
import { checkoutRoutes } from './checkout/checkout.routes.ts'
import { payerRoutes } from './checkout/payment-view.routes.ts'
import type { HttpDependencies, HttpServices } from './dependencies.ts'
import { registerDocumentation } from './documentation/documentation.routes.ts'
import { toProblem } from './error-answers.ts'
import { createProbe, healthRoutes } from './health.routes.ts'
import { dashboardRoutes } from './dashboard/dashboard-routes.ts'
import { toTrustProxy } from './requests/proxy-trust.ts'
import { refuseLongTargets } from './requests/target-length.ts'
import type { Surroundings } from './routing/let-in.ts'
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

export async function createServer(dependencies: HttpDependencies): Promise<FastifyInstance> {
  const { settings, log } = dependencies
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
  await server.register(cookie)
  const keys = new ApiKeyCache((name) => findApiKey(dependencies, name))
  const services: HttpServices = { ...dependencies, keys, probe: createProbe(dependencies) }
  for (const routes of [apiRoutes, dashboardRoutes, healthRoutes])
    await server.register(async (scope) => registerRoutes(scope, routes, surround(services)))
  await server.register(async (scope) => registerCheckout(scope, services))
  await server.register(async (scope) => registerDocuments(scope, services))
  return server
}

/** What the routes of one API share: each API counts for itself. */
function surround(services: HttpServices): Surroundings {
  const limiter = createRateLimiter(services.settings.rateLimits)
  const uses = new KeyUses((name) => noteApiKeyUse(services, name), services.log)
  return { services, uses, limiter }
}

async function registerCheckout(scope: FastifyInstance, services: HttpServices) {
  const surroundings = surround(services)
  await scope.register(async (inside) => registerRoutes(inside, payerRoutes, surroundings))
  const { limiter } = surroundings
  await scope.register(checkoutRoutes(services, limiter), { prefix: '/checkout' })
}

/** What costs little and may be asked by anybody. */
async function registerDocuments(scope: FastifyInstance, { settings }: HttpServices) {
  const limiter = createRateLimiter(settings.rateLimits)
  scope.addHook('onRequest', async (request) => limiter.countFile(request))
  await scope.register(registerDocumentation(settings))
}

function answerProblem(reply: Pick<FastifyReply, 'code'>, problem: Problem): FastifyReply {
  return reply.code(problem.status).headers(problem.headers).send(toProblemBody(problem))
}

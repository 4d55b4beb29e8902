/** Makes the server: its bounds, its error answers, and every route of the service. */
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Problem, toProblemBody } from '../shared/problems.ts'
import { findApiKey, noteApiKeyUse } from '../store/merchants/api-keys.ts'
import { answerUnknownAddresses } from './allowed-methods.ts'
import { ApiKeyCache } from './authentication/api-key-cache.ts'
import { KeyUses } from './authentication/key-uses.ts'
import { CellFinder } from './cells/cell-finder.ts'
import { Cells, type RouteDependencies } from './cells/cells.ts'
import { answerClientErrors } from './client-errors.ts'
import { registerCheckoutPages } from './checkout/checkout.routes.ts'
import { payerRoutes } from './checkout/payment-view.routes.ts'
import type { HttpDependencies } from './dependencies.ts'
import { registerMachinePages } from './machines/machines.routes.ts'
import { registerUnsubscribing } from './mails/unsubscribe.routes.ts'
import { registerDashboardPage } from './pages/dashboard-page.ts'
import { registerFrontPage, registerPayerPage } from './pages/payer-pages.routes.ts'
import { toRoutedUrl } from './pages/session-path.ts'
import { registerDocumentation, rootOf } from './documentation/documentation.routes.ts'
import { merchantApi } from './openapi/apis.ts'
import { isOfBody, toProblem } from './error-answers.ts'
import { offerProblemDetails } from './problem-details.ts'
import { healthRoutes } from './health.routes.ts'
import { dashboardRoutes } from './dashboard/dashboard-routes.ts'
import { movesFeed } from './dashboard/live/live.routes.ts'
import { LiveStreams } from './live/live-streams.ts'
import { toTrustProxy } from './requests/proxy-trust.ts'
import {
  headBytesMax,
  pathPartLengthMax,
  refuseLargeRequests,
  toBoundedUrl,
} from './requests/request-bounds.ts'
import { bodyBytesMax } from './requests/request-weight.ts'
import { addRateLimitHeaders } from './routing/rate-limit-headers.ts'
import { createRateLimiter, type RateLimiter } from './routing/rate-limits.ts'
import { logCalls, noteProblem } from './request-log/logged-calls.ts'
import { requestIdHeader, toRequestId } from './request-log/request-id.ts'
import { RequestLog } from './request-log/request-log.ts'
import { leaveBodiesUnread, registerRoutes } from './routing/register-routes.ts'
import { apiRoutes } from './routes/api-routes.ts'
import { sessionRoutes } from './session/session-routes.ts'
import { subscriptionsFeed } from './session/live.routes.ts'
import { addSecurityHeaders } from './security-headers.ts'

/** For a whole request to arrive. Node takes the longer of two limits for bodies, so both are this. */
const requestTimeoutMs = 15_000
/** Late requests are searched for at this interval. */
const lateCheckMs = 1_000
/** The first start builds the pages, which a busy small machine takes a while for. */
const pageBuildTimeoutMs = 120_000

/** Makes the server of one cell or of several, of which the first answers whoever belongs to none. */
export async function createServer(
  home: HttpDependencies,
  others: readonly HttpDependencies[] = [],
): Promise<FastifyInstance> {
  const { settings, log } = home
  const cells = [home, ...others].map(toShared)
  const server = createBoundedServer(home)
  logCalls(
    server,
    cells.map(({ requestLog }) => requestLog),
  )
  addSecurityHeaders(server, settings.baseUrl)
  addRateLimitHeaders(server)
  offerProblemDetails(server, settings.baseUrl)
  const limiter = createRateLimiter(settings.rateLimits)
  server.setErrorHandler((error, request, reply) => {
    const told = isOfBody(error) ? countUnread(error, request, limiter) : error
    return answerProblem(request, reply, toProblem(told, log, request))
  })
  refuseLargeRequests(server, limiter)
  answerUnknownAddresses(server, limiter)
  leaveBodiesUnread(server)
  await server.register(cookie)
  server.addHook('preClose', async () => {
    for (const { liveSessions, liveDashboards } of cells) {
      liveSessions.close()
      liveDashboards.close()
    }
  })
  const finder = new CellFinder(cells.map(({ database }) => database))
  const withLimiter = (): RouteDependencies => {
    const limiter = createRateLimiter(settings.rateLimits)
    return new Cells(
      cells.map((cell) => ({ ...cell, limiter })),
      finder,
    ).home
  }
  for (const routes of [apiRoutes, sessionRoutes, dashboardRoutes, healthRoutes])
    await server.register(async (scope) => registerRoutes(scope, routes, withLimiter()))
  await server.register(async (scope) => registerPages(scope, withLimiter()))
  await server.register(async (scope) => registerDocuments(scope, withLimiter()))
  return server
}

/** The server without routes: with bounds for whatever comes in, and answers for what cannot be read. */
function createBoundedServer({ settings }: HttpDependencies): FastifyInstance {
  return Fastify({
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: lateCheckMs,
      maxHeaderSize: headBytesMax,
    },
    routerOptions: {
      maxParamLength: pathPartLengthMax,
      ignoreTrailingSlash: true,
      // Whoever has parameters reads them strictly, by `readQuery`.
      querystringParser: () => ({}),
    },
    genReqId: toRequestId,
    trustProxy: toTrustProxy(settings.trustProxy),
    rewriteUrl: ({ url = '/' }) => toRoutedUrl(toBoundedUrl(url)),
    pluginTimeout: pageBuildTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    logger: false,
    clientErrorHandler: answerClientErrors(settings.baseUrl),
  })
}

/** All APIs of one cell share this. */
const toShared = (dependencies: HttpDependencies) => ({
  ...dependencies,
  keys: new ApiKeyCache((name) => findApiKey(dependencies, name)),
  keyUses: new KeyUses((name) => noteApiKeyUse(dependencies, name), dependencies.log),
  requestLog: new RequestLog(dependencies.database, dependencies.log),
  liveSessions: new LiveStreams(dependencies, subscriptionsFeed(dependencies)),
  liveDashboards: new LiveStreams(dependencies, movesFeed(dependencies)),
})

async function registerPages(scope: FastifyInstance, dependencies: RouteDependencies) {
  await scope.register(async (inside) => registerRoutes(inside, payerRoutes, dependencies))
  await scope.register(registerCheckoutPages(dependencies), { prefix: '/checkout' })
  for (const page of ['widget', 'manage'] as const)
    await scope.register(registerPayerPage(page, dependencies), { prefix: `/${page}` })
  // Whoever comes without a plan and without a token is to see what this is.
  const home = `${rootOf(dependencies.settings.baseUrl)}${merchantApi.page}`
  await scope.register(registerFrontPage(home, dependencies))
  await scope.register(registerUnsubscribing(dependencies), { prefix: '/mails' })
  await scope.register(registerDashboardPage(dependencies), { prefix: '/dashboard' })
  await scope.register(registerMachinePages(dependencies), { prefix: '/machines' })
}

/** Registers the documents, which cost little and are open to anybody. */
async function registerDocuments(scope: FastifyInstance, dependencies: RouteDependencies) {
  scope.addHook('onRequest', async (request) => dependencies.limiter.countFile(request))
  await scope.register(registerDocumentation(dependencies))
}

/** Counts a request whose body could not be read like a file; returns what it is answered with. */
function countUnread(error: unknown, request: FastifyRequest, limiter: RateLimiter): unknown {
  try {
    limiter.countFile(request)
    return error
  } catch (tooMany) {
    return tooMany
  }
}

function answerProblem(
  request: Pick<FastifyRequest, 'id'>,
  reply: Pick<FastifyReply, 'code'>,
  problem: Problem,
): FastifyReply {
  noteProblem(request, problem.code)
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .header(requestIdHeader, request.id)
    .send({ ...toProblemBody(problem), requestId: request.id })
}

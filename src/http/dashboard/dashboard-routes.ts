/**
 * The dashboard's API: JSON over a session cookie, for the dashboard's own pages and for
 * scripts. A merchant's people see their merchant, one network at a time; operators see
 * what keeps the service running. Nothing here decides anything: commands go to actors.
 */
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { createRateLimiter, type RateLimiter } from '../routing/rate-limits.ts'
import { refuseForgery } from '../requests/forgery.ts'
import { parseJsonBody } from '../requests/json-body.ts'
import { accountRoutes } from './accounts.routes.ts'
import { apiKeyRoutes } from './api-keys.routes.ts'
import { merchantChainRoutes, operatorChainRoutes } from './chains.routes.ts'
import type { DashboardDependencies } from './dependencies.ts'
import { gasRoutes } from './gas.routes.ts'
import { historyRoutes } from './history.routes.ts'
import { listRoutes, subscriptionRoutes } from './lists.routes.ts'
import { loginRoutes, meRoutes } from './login.routes.ts'
import { operatorRoutes } from './operator.routes.ts'
import { paymentCommandRoutes, paymentRoutes } from './payments.routes.ts'
import { accountLinkRoutes, passwordRoutes } from './password.routes.ts'
import { planRoutes } from './plans.routes.ts'
import { receiverRoutes } from './receiver.routes.ts'
import { returnHostRoutes } from './return-hosts.routes.ts'
import { requireAccount, requireOperator, requireOwner } from './session.ts'
import { setupRoutes } from './setup.routes.ts'
import { summaryRoutes } from './summary.routes.ts'
import { verificationRoutes } from './verification.routes.ts'
import { deliveryRoutes, endpointRoutes } from './webhooks.routes.ts'

/** Makes the plugin, for the prefix `/dashboard/api` of a server that can limit rates. */
export function dashboardRoutes(dependencies: DashboardDependencies): FastifyPluginAsync {
  return async (app) => {
    takeOnlyJson(app)
    app.decorateRequest('account')
    app.decorateRequest('owner')
    await app.register(cookie)
    app.addHook('onRequest', refuseForgery(dependencies.settings.baseUrl))

    const limiter = createRateLimiter(dependencies.settings.rateLimits)
    loginRoutes(app, dependencies, limiter)
    accountLinkRoutes(app, dependencies, limiter)
    await app.register(async (inside) => {
      inside.addHook('onRequest', requireAccount(dependencies, limiter))
      meRoutes(inside, dependencies)
      passwordRoutes(inside, dependencies)
      await inside.register(forOperators(dependencies), { prefix: '/operator' })
      await inside.register(forMerchants(dependencies, limiter), { prefix: '/:network' })
    })
  }
}

function forOperators(dependencies: DashboardDependencies): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', requireOperator)
    operatorRoutes(app, dependencies)
    accountRoutes(app, dependencies)
    operatorChainRoutes(app, dependencies)
  }
}

function forMerchants(
  dependencies: DashboardDependencies,
  limiter: RateLimiter,
): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', requireOwner)
    summaryRoutes(app, dependencies)
    paymentRoutes(app, dependencies)
    paymentCommandRoutes(app, dependencies)
    planRoutes(app, dependencies)
    apiKeyRoutes(app, dependencies)
    endpointRoutes(app, dependencies, limiter)
    deliveryRoutes(app, dependencies, limiter)
    setupRoutes(app, dependencies)
    gasRoutes(app, dependencies)
    receiverRoutes(app, dependencies)
    returnHostRoutes(app, dependencies)
    merchantChainRoutes(app, dependencies)
    verificationRoutes(app, dependencies)
    subscriptionRoutes(app, dependencies)
    listRoutes(app, dependencies)
    historyRoutes(app, dependencies)
  }
}

/** A form of another site cannot send JSON without asking first, so nothing else is read. */
function takeOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_: unknown, body: Buffer) => parseJsonBody(body),
  )
}

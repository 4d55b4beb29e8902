/** The hosted checkout page: no credentials, one address for one payment. */
import { join } from 'node:path'
import serveFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { RouteDependencies } from '../dependencies.ts'
import { errorText } from '../../shared/errors.ts'
import { buildCheckout } from '../../../web/build.ts'
import { registerLiveRoutes } from './live.routes.ts'
import { registerPage } from './page.routes.ts'

/** Built files are named by what is in them. */
const assetsMaxAge = '365d'

export function registerCheckoutPages(dependencies: RouteDependencies) {
  return async (server: FastifyInstance): Promise<void> => {
    const folder = await buildPage()
    await server.register(async (files) => {
      files.addHook('onRequest', async (request) => dependencies.limiter.countFile(request))
      await files.register(serveFiles, {
        root: join(folder, 'assets'),
        prefix: '/assets/',
        decorateReply: false,
        index: false,
        dotfiles: 'ignore',
        immutable: true,
        maxAge: assetsMaxAge,
        preCompressed: true,
      })
    })
    registerPage(server, dependencies, folder)
    registerLiveRoutes(server, dependencies)
  }
}

/** Takes milliseconds where the present sources have been built already, and else some 2 s. */
async function buildPage(): Promise<string> {
  try {
    return (await buildCheckout()).folder
  } catch (cause) {
    throw new Error(`the checkout page in web/ cannot be built: ${errorText(cause)}`, { cause })
  }
}

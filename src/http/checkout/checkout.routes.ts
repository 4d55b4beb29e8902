/** The hosted checkout page: no credentials, one address for one payment. */
import type { FastifyInstance } from 'fastify'
import { findPages } from '../../../web/build.ts'
import { serveAssets } from '../pages/page-files.ts'
import { registerLiveRoutes } from './live.routes.ts'
import { registerPage } from './page.routes.ts'
import type { RouteDependencies } from '../cells/cells.ts'

export function registerCheckoutPages(dependencies: RouteDependencies) {
  return async (server: FastifyInstance): Promise<void> => {
    const { folder } = await findPages()
    await serveAssets(server, dependencies, folder)
    registerPage(server, dependencies, folder)
    registerLiveRoutes(server, dependencies)
  }
}

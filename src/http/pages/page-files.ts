/** The files of the built pages, which every page finds beside itself. */
import { join } from 'node:path'
import serveFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { serveLogos } from './logo-files.ts'
import type { RouteDependencies } from '../cells/cells.ts'

/** Built files are named by what is in them. */
const assetsMaxAge = '365d'

/** Serves the files, and the logos, below the prefix of the page. */
export async function serveAssets(
  server: FastifyInstance,
  dependencies: Pick<RouteDependencies, 'cells' | 'limiter'>,
  folder: string,
): Promise<void> {
  serveLogos(server, dependencies)
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
}

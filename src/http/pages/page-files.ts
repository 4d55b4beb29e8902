/** The files of the built pages, which every page finds beside itself. */
import { join } from 'node:path'
import serveFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { RouteDependencies } from '../dependencies.ts'

/** Built files are named by what is in them. */
const assetsMaxAge = '365d'

/** Serves the files below the prefix of the page. */
export async function serveAssets(
  server: FastifyInstance,
  { limiter }: Pick<RouteDependencies, 'limiter'>,
  folder: string,
): Promise<void> {
  await server.register(async (files) => {
    files.addHook('onRequest', async (request) => limiter.countFile(request))
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

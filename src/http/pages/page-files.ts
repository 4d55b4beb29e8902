/** The built pages, and their files, which every page finds beside itself. */
import { join } from 'node:path'
import serveFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { errorText } from '../../shared/errors.ts'
import { buildPages } from '../../../web/build.ts'
import type { RouteDependencies } from '../dependencies.ts'

/** Built files are named by what is in them. */
const assetsMaxAge = '365d'

/** Their folder, found once: a process goes on with the sources that it has started with. */
let found: Promise<string> | undefined

/** Takes milliseconds where the present sources have been built already, and else some seconds. */
export async function findPages(): Promise<string> {
  try {
    return await (found ??= buildPages().then(({ folder }) => folder))
  } catch (cause) {
    found = undefined
    throw new Error(`the pages in web/ cannot be built: ${errorText(cause)}`, { cause })
  }
}

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

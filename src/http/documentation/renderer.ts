/**
 * The files of the pages that describe the APIs: those of Swagger UI as its package has them, and our own. Decision 0132 says
 * why it is this renderer.
 */
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { compress, readsGzip } from '../pages/send-html.ts'

type File = { path: string; type: string; find: () => string }

const script = 'text/javascript; charset=utf-8'
const style = 'text/css; charset=utf-8'
const ofOurs = (name: string) => () => new URL(name, import.meta.url).href

const files: File[] = [
  {
    path: '/docs/renderer.js',
    type: script,
    find: () => import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  },
  {
    path: '/docs/renderer.css',
    type: style,
    find: () => import.meta.resolve('swagger-ui-dist/swagger-ui.css'),
  },
  { path: '/docs/start.mjs', type: script, find: ofOurs('start.mjs') },
  { path: '/docs/style.css', type: style, find: ofOurs('style.css') },
]
const maxAge = 'public, max-age=3600'

export function serveRenderer(server: FastifyInstance): void {
  for (const file of files) serveFile(server, file)
}

/** Reads and compresses the file when it is first asked for: most processes are never asked. */
function serveFile(server: FastifyInstance, { path, type, find }: File): void {
  let packed: Promise<Buffer> | undefined
  const read = () => readFileSync(new URL(find()))
  server.get(path, async (request, reply) => {
    void reply.type(type).headers({ 'cache-control': maxAge, vary: 'accept-encoding' })
    if (!readsGzip(request)) return reply.send(read())
    return reply.header('content-encoding', 'gzip').send(await (packed ??= compress(read())))
  })
}

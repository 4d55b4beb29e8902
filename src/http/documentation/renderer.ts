/**
 * The script that shows an API and tries its calls: Scalar, as its plugin for Fastify brings it, the only one of its packages that holds
 * the whole script. Decision 0152 says why it is this renderer.
 */
import Fastify, { type FastifyInstance } from 'fastify'
import { compress, readsGzip } from '../pages/send-html.ts'

export const rendererAddress = '/docs/renderer.js'

const maxAge = 'public, max-age=3600'

/** Serves the script, five million letters, which is taken out of its package when somebody first asks: most processes are never asked. */
export function serveRenderer(server: FastifyInstance): void {
  let found: Promise<Buffer> | undefined
  let packed: Promise<Buffer> | undefined
  server.get(rendererAddress, async (request, reply) => {
    const script = await (found ??= readScript())
    void reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'cache-control': maxAge, vary: 'accept-encoding' })
    if (!readsGzip(request)) return reply.send(script)
    return reply.header('content-encoding', 'gzip').send(await (packed ??= compress(script)))
  })
}

/** The plugin gives its script to a server only, and beside it a page that our policy stops; so it gets a server that nobody can reach. */
async function readScript(): Promise<Buffer> {
  const { default: plugin } = await import('@scalar/fastify-api-reference')
  const server = Fastify()
  await server.register(plugin, { routePrefix: '/', configuration: { url: '/' } })
  const { statusCode, rawPayload } = await server.inject('/js/scalar.js')
  await server.close()
  if (statusCode !== 200) throw new Error(`the renderer has no script: ${statusCode}`)
  return rawPayload
}

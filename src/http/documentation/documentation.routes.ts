/** The documentation of each API: a document such as `/openapi.json` for programs, a page such as `/docs` for people. */
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { HttpSettings } from '../dependencies.ts'
import { apis, merchantApi } from '../openapi/apis.ts'
import { describeApi } from '../openapi/document.ts'
import type { OpenApi } from './document-shape.ts'
import { writePage } from './page.ts'

const pagePolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Composes all of it once, when the server starts. */
export function registerDocumentation({ baseUrl }: Pick<HttpSettings, 'baseUrl'>) {
  return async (server: FastifyInstance): Promise<void> => {
    const root = rootOf(baseUrl)
    const style = readFileSync(new URL('style.css', import.meta.url), 'utf8')
    // A browser at the bare address is to show what this is.
    server.get('/', async (_request, reply) => reply.redirect(`${root}${merchantApi.page}`))
    for (const api of apis) {
      const document = describeApi(api, [{ url: baseUrl }])
      const page = writePage(api, document as unknown as OpenApi, root)
      server.get(`/${api.file}`, async () => document)
      server.get(api.page, async (_request, reply) =>
        reply
          .header('content-security-policy', pagePolicy)
          .type('text/html; charset=utf-8')
          .send(page),
      )
    }
    server.get('/docs/style.css', async (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(style),
    )
  }
}

const rootOf = (baseUrl: string) => new URL(baseUrl).pathname.replace(/\/$/, '')

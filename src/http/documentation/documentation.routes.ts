/** The documentation of the API: `/openapi.json` for programs, `/docs` for people. */
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { HttpSettings } from '../dependencies.ts'
import { openApiDocument } from '../openapi/document.ts'
import type { OpenApi } from './document-shape.ts'
import { documentationPage } from './page.ts'

const pagePolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Composes both once, when the server starts. */
export function registerDocumentation({ baseUrl }: Pick<HttpSettings, 'baseUrl'>) {
  return async (server: FastifyInstance): Promise<void> => {
    const document = openApiDocument([{ url: baseUrl }])
    const page = documentationPage(document as unknown as OpenApi, rootOf(baseUrl))
    const style = readFileSync(new URL('style.css', import.meta.url), 'utf8')
    // Whoever opens the bare address in a browser wants to know what this is.
    server.get('/', async (_request, reply) => reply.redirect(`${rootOf(baseUrl)}/docs`))
    server.get('/openapi.json', async () => document)
    server.get('/docs', async (_request, reply) =>
      reply
        .header('content-security-policy', pagePolicy)
        .type('text/html; charset=utf-8')
        .send(page),
    )
    server.get('/docs/style.css', async (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(style),
    )
  }
}

const rootOf = (baseUrl: string) => new URL(baseUrl).pathname.replace(/\/$/, '')

/**
 * The documentation: of each API a document such as `/openapi.json` for programs and a page such as `/docs` for people, on which
 * calls are read and tried; and the guides, so that whoever has the service alone has all that they lead to.
 */
import type { FastifyInstance } from 'fastify'
import { findPages } from '../../../web/build.ts'
import { Problem } from '../../shared/problems.ts'
import { apis } from '../openapi/apis.ts'
import { serveAssets } from '../pages/page-files.ts'
import { readPageTemplate } from '../pages/page-template.ts'
import { sendHtml } from '../pages/send-html.ts'
import { makePageHeaders } from '../security-headers.ts'
import { Guides } from './guides/guides.ts'
import { guidesAddress, isGuide, typeOf } from './guides/served-files.ts'
import { DocumentationPages } from './pages.ts'
import { serveRenderer } from './renderer.ts'
import { indexDocumentation } from './search-index.ts'
import { serveDocument } from './served-document.ts'
import type { RouteDependencies } from '../cells/cells.ts'

export function registerDocumentation(dependencies: RouteDependencies) {
  return async (server: FastifyInstance): Promise<void> => {
    const { settings } = dependencies
    const root = rootOf(settings.baseUrl)
    const { folder } = await findPages()
    await server.register(async (scope) => serveAssets(scope, dependencies, folder), {
      prefix: '/docs',
    })
    const template = readPageTemplate(folder, 'docs')
    const guides = new Guides(settings, root)
    const pages = new DocumentationPages(template, guides, root)
    for (const api of apis) {
      const write = serveDocument(api, dependencies, root)
      const page = pages.ofApi(api)
      const headers = makePageHeaders({
        styleHashes: [template.styleHash],
        styleAttributes: true,
      })
      server.get(`/${api.file}`, async (_request, reply) =>
        reply.type('application/json; charset=utf-8').send(write()),
      )
      server.get(api.page, async (request, reply) =>
        sendHtml(request, reply.headers(headers), page),
      )
    }
    serveRenderer(server)
    const index = onceAsked(() => ({ found: indexDocumentation(guides, root) }))
    server.get('/docs/search.json', async () => index())
    registerGuides(server, guides, pages, template.styleHash)
  }
}

function registerGuides(
  server: FastifyInstance,
  guides: Guides,
  pages: DocumentationPages,
  styleHash: string,
): void {
  const headers = makePageHeaders({ styleHashes: [styleHash] })
  for (const url of [guidesAddress, `${guidesAddress}/*`])
    server.get<{ Params: { '*'?: string } }>(url, async (request, reply) => {
      const rest = request.params['*']?.replace(/\/$/, '')
      const path = guides.pathAt(rest ? `${guidesAddress}/${rest}` : guidesAddress)
      if (path === undefined)
        throw new Problem('NotFound', `There is no such guide; ${guidesAddress} lists all.`)
      if (isGuide(path)) return sendHtml(request, reply.headers(headers), pages.ofGuide(path))
      return reply.type(typeOf(path)).send(guides.bytesOf(path))
    })
}

function onceAsked<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}

/** The path that stands before every address of the service; '' where it has none. */
export const rootOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, '')

/**
 * The documentation of each API: a document such as `/openapi.json` for programs, and a page such as `/docs` for people, on which
 * the document can be read and its calls tried.
 */
import type { FastifyInstance } from 'fastify'
import type { HttpSettings } from '../dependencies.ts'
import { apis } from '../openapi/apis.ts'
import { describeApi } from '../openapi/document.ts'
import { sendHtml } from '../pages/send-html.ts'
import { pageHeaders } from '../security-headers.ts'
import { writePage } from './page.ts'
import { serveRenderer } from './renderer.ts'

/** Composes each document when it is asked for first. */
export function registerDocumentation({ baseUrl }: Pick<HttpSettings, 'baseUrl'>) {
  return async (server: FastifyInstance): Promise<void> => {
    const root = rootOf(baseUrl)
    for (const api of apis) {
      const document = onceAsked(() => describeApi(api, [{ url: baseUrl }]))
      const page = writePage(api, root)
      server.get(`/${api.file}`, async () => document())
      server.get(api.page, async (request, reply) =>
        sendHtml(request, reply.headers(pageHeaders), page),
      )
    }
    serveRenderer(server)
  }
}

function onceAsked<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}

/** The path that stands before every address of the service; '' where it has none. */
export const rootOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, '')

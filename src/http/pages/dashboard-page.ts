/**
 * The dashboard: one page for every address below `/dashboard`, which shows what its address names. Its calls decide
 * who may see what, so the page is the same for everybody.
 */
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../../shared/html/escape-html.ts'
import { makePageHeaders } from '../security-headers.ts'
import { sessionElementId } from '../../../web/input/dashboard-session.ts'
import { readVisitor } from '../authentication/session.ts'
import { dashboardWords } from '../../../web/messages/dashboard-page.ts'
import { writeOpening, writeParagraphs } from './page-frame.ts'
import { findPages } from '../../../web/build.ts'
import { serveAssets } from './page-files.ts'
import { readPageTemplate } from './page-template.ts'
import { sendHtml } from './send-html.ts'
import type { RouteDependencies } from '../cells/cells.ts'

const home = '/dashboard'

/** All others below `/dashboard` are the API's and the page's files. */
const addresses = [
  '/',
  '/account-link',
  ...['test', 'main', 'operator', 'account'].flatMap((part) => [`/${part}`, `/${part}/*`]),
]

export function registerDashboardPage(dependencies: RouteDependencies) {
  return async (server: FastifyInstance): Promise<void> => {
    const { folder } = await findPages()
    await serveAssets(server, dependencies, folder)
    const { fill, styleHash } = readPageTemplate(folder, 'dashboard')
    const { title, opening, tooOld, needsScripts } = dashboardWords
    const write = (hasSession: boolean) =>
      fill({
        language: 'en',
        head: `<title>${escapeHtml(title)}</title>`,
        noscript: `<noscript><main class="page">${writeParagraphs([needsScripts])}</main></noscript>`,
        first: writeOpening(opening, tooOld),
        // Without a cookie the page asks for a password at once, and the service for nothing.
        data: { [sessionElementId]: hasSession ? { cookie: true } : null },
        // Its addresses are of any depth, so its files cannot be named relative to them.
      }).replaceAll('="./assets/', `="${home}/assets/`)
    const [html, htmlForStrangers] = [write(true), write(false)]
    for (const url of addresses)
      server.get(url, async (request, reply) => {
        dependencies.limiter.countFile(request)
        void reply.headers(makePageHeaders({ styleHashes: [styleHash] }))
        const { sessionToken } = readVisitor(request)
        return sendHtml(request, reply, sessionToken ? html : htmlForStrangers)
      })
  }
}

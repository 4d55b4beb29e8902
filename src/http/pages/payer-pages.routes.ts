/**
 * The widget and the manage page: one address each, for every customer. The page is the same for
 * all of them; whose it is says the token in its address, which the page takes to the session API.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type PageSettings, pageSettingsId } from '../../../web/session/page-settings.ts'
import { settingsElementId } from '../../../web/walletconnect/settings.ts'
import { escapeHtml } from '../../shared/html/escape-html.ts'
import { findFrameOriginsOfPlan } from '../../store/merchants/frame-origins.ts'
import type { RouteDependencies } from '../dependencies.ts'
import { isStorable } from '../requests/storable-text.ts'
import { makePageHeaders } from '../security-headers.ts'
import { readLanguage } from './language.ts'
import { writeOpening, writeParagraphs } from './page-frame.ts'
import { findPages } from '../../../web/build.ts'
import { serveAssets } from './page-files.ts'
import { readPageTemplate, writeLanguageLinks } from './page-template.ts'
import { sendHtml } from './send-html.ts'
import { type PayerPage, sayOnPage } from './payer-page-words.ts'
import { readableOrigins } from './readable-origins.ts'

/** A redirect carries at most this much on: clients limit the length of headers. Shops write far less. */
const carriedBytesMax = 4 * 1024

export function registerPayerPage(page: PayerPage, dependencies: RouteDependencies) {
  return async (server: FastifyInstance): Promise<void> => {
    const { folder } = await findPages()
    await serveAssets(server, dependencies, folder)
    const { fill, styleHash } = readPageTemplate(folder, page)
    const languageLinks = writeLanguageLinks(folder, page)
    server.get('/', async (request, reply) => {
      dependencies.limiter.countFile(request)
      const { path, search, planId, language } = wishesOf(request)
      // Everything on the page is found relative to its address, which has a last slash.
      if (!path.endsWith('/')) {
        const carried = search.length <= carriedBytesMax ? search : ''
        return reply.redirect(`${addressOf(page, dependencies)}/${carried}`, 308)
      }
      const mayBeFramed = page === 'widget' && planId !== null && isStorable(planId)
      const frameOrigins = mayBeFramed ? await frameOriginsOf(dependencies, planId) : []
      const { title, opening, tooOld, needsScripts } = sayOnPage(page, language)
      const origins = readableOrigins(dependencies)
      void reply.headers(makePageHeaders({ origins, frameOrigins, styleHashes: [styleHash] }))
      const html = fill({
        language,
        head: `<title>${escapeHtml(title)}</title>${languageLinks[language]}`,
        noscript: `<noscript><main class="page">${writeParagraphs(needsScripts)}</main></noscript>`,
        first: writeOpening(opening, tooOld),
        data: {
          [settingsElementId]: dependencies.settings.walletConnect,
          [pageSettingsId]: settingsOf(dependencies, frameOrigins),
        },
      })
      return sendHtml(request, reply, html)
    })
  }
}

async function frameOriginsOf({ cells }: RouteDependencies, planId: string): Promise<string[]> {
  return findFrameOriginsOfPlan(await cells.of({ by: 'plan', value: planId }), planId)
}

function settingsOf({ settings }: RouteDependencies, frameOrigins: string[]): PageSettings {
  const { widgetUrl, manageUrl } = settings
  return { widgetUrl, manageUrl, frameOrigins }
}

const addressOf = (page: PayerPage, { settings }: RouteDependencies): string =>
  page === 'widget' ? settings.widgetUrl : settings.manageUrl

function wishesOf({ url, headers }: FastifyRequest) {
  const [path = ''] = url.split('?', 1)
  const search = url.slice(path.length)
  const parameters = new URLSearchParams(search)
  const planId = parameters.get('plan')
  const language = readLanguage(parameters.get('lang'), headers['accept-language'])
  return { path, search, planId, language }
}

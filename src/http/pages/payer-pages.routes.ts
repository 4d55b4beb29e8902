/**
 * The widget and the manage page: one address each, for every customer. The page is the same for
 * all of them; whose it is says the token in its address, which the page takes to the session API.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type PageSettings, pageSettingsId } from '../../../web/session/page-settings.ts'
import { settingsElementId } from '../../../web/walletconnect/settings.ts'
import { escapeHtml } from '../../shared/html/escape-html.ts'
import { findFrameOriginsOfPlan } from '../../store/merchants/frame-origins.ts'
import { isStorable } from '../requests/storable-text.ts'
import { makePageHeaders } from '../security-headers.ts'
import { registerJoinPage } from './join-page.routes.ts'
import { readLanguage } from './language.ts'
import { writeOpening, writeParagraphs } from './page-frame.ts'
import { serveLogos } from './logo-files.ts'
import { findPages } from '../../../web/build.ts'
import { serveAssets } from './page-files.ts'
import { readPageLinks, readPageTemplate, writeLanguageLinks } from './page-template.ts'
import { sendHtml } from './send-html.ts'
import { writeFoot } from './shop-html.ts'
import { type PayerPage, sayOnPage } from './payer-page-words.ts'
import { readableOrigins } from './readable-origins.ts'
import type { RouteDependencies } from '../cells/cells.ts'

/** A redirect carries at most this much on: clients limit the length of headers. Shops write far less. */
const carriedBytesMax = 4 * 1024

export function registerPayerPage(page: PayerPage, dependencies: RouteDependencies) {
  return async (server: FastifyInstance): Promise<void> => {
    const { folder } = await findPages()
    await serveAssets(server, dependencies, folder)
    const send = makeSender(page, dependencies, folder)
    if (page === 'widget') registerJoinPage(server, dependencies, readPageLinks(folder, 'widget'))
    server.get('/', async (request, reply) => {
      dependencies.limiter.countFile(request)
      const { path, search } = wishesOf(request)
      if (path.endsWith('/')) return send(request, reply)
      // Everything on the page is found relative to its address, which has a last slash.
      return reply.redirect(`./${lastPartOf(page, dependencies)}/${toCarried(search)}`, 308)
    })
  }
}

/**
 * The bare address: the widget where it names a plan, the manage page where it has a token alone, and else
 * `home`. So the widget's address may be an origin without a path, which is what programs of shops compare
 * the origin of its messages with.
 */
export function registerFrontPage(home: string, dependencies: RouteDependencies) {
  return async (server: FastifyInstance): Promise<void> => {
    const { folder } = await findPages()
    serveLogos(server, dependencies)
    const assets = './widget/assets/'
    const sendWidget = makeSender('widget', dependencies, folder, assets)
    registerJoinPage(server, dependencies, readPageLinks(folder, 'widget', assets))
    server.get('/', async (request, reply) => {
      dependencies.limiter.countFile(request)
      const { search, planId, hasToken } = wishesOf(request)
      if (planId !== null) return sendWidget(request, reply)
      return reply.redirect(hasToken ? `./manage/${toCarried(search)}` : home)
    })
  }
}

/**
 * Makes what answers with the page; its files are found at `assets`, seen from its address. Nothing of that stands in the page,
 * not even in its links to other languages: the token is in there.
 */
function makeSender(
  page: PayerPage,
  dependencies: RouteDependencies,
  folder: string,
  assets = './assets/',
) {
  const { fill, styleHash } = readPageTemplate(folder, page)
  const languageLinks = writeLanguageLinks(folder, page)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { planId, language } = wishesOf(request)
    const mayBeFramed = page === 'widget' && planId !== null && isStorable(planId)
    const frameOrigins = mayBeFramed ? await frameOriginsOf(dependencies, planId) : []
    const { title, opening, tooOld, needsScripts } = sayOnPage(page, language)
    const origins = readableOrigins(dependencies)
    void reply.headers(makePageHeaders({ origins, frameOrigins, styleHashes: [styleHash] }))
    const html = fill({
      language,
      head: `<title>${escapeHtml(title)}</title>${languageLinks[language]}`,
      noscript: `<noscript><main class="page">${writeParagraphs(needsScripts)}</main>${writeFoot({ language, search: '' })}</noscript>`,
      first: writeOpening(opening, tooOld),
      data: {
        [settingsElementId]: dependencies.settings.walletConnect,
        [pageSettingsId]: settingsOf(dependencies, frameOrigins),
      },
    })
    return sendHtml(request, reply, html.replaceAll('="./assets/', `="${assets}`))
  }
}

async function frameOriginsOf({ cells }: RouteDependencies, planId: string): Promise<string[]> {
  return findFrameOriginsOfPlan(await cells.of({ by: 'plan', value: planId }), planId)
}

function settingsOf({ settings }: RouteDependencies, frameOrigins: string[]): PageSettings {
  const { widgetUrl, manageUrl } = settings
  return { widgetUrl, manageUrl, frameOrigins }
}

/** What stands last in the page's address as payers see it: `manage` of `https://pay.example/manage`. */
function lastPartOf(page: PayerPage, { settings }: RouteDependencies): string {
  const { pathname } = new URL(page === 'widget' ? settings.widgetUrl : settings.manageUrl)
  return pathname.split('/').findLast((part) => part !== '') ?? page
}

const toCarried = (search: string): string => (search.length <= carriedBytesMax ? search : '')

function wishesOf({ url, headers }: FastifyRequest) {
  const [path = ''] = url.split('?', 1)
  const search = url.slice(path.length)
  const parameters = new URLSearchParams(search)
  const planId = parameters.get('plan')
  const language = readLanguage(parameters.get('lang'), headers['accept-language'])
  return { path, search, planId, hasToken: parameters.has('session'), language }
}

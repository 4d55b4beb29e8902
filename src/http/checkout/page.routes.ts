/**
 * `GET /checkout/{id}`: the page that a payer pays on. Anybody may have written what its address
 * carries beside the id: it is cut, escaped or dropped, and never a reason not to show the page.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Language } from '../../../web/messages/translate.ts'
import { speak } from '../../../web/messages/checkout/checkout-texts.ts'
import { writeMoney } from '../../../web/parts/money-text.ts'
import { readQuery } from '../../../web/checkout/query.ts'
import { settingsElementId } from '../../../web/walletconnect/settings.ts'
import { escapeHtml } from '../../shared/html/escape-html.ts'
import { toProblem } from '../error-answers.ts'
import { pageHeaders, makePageHeaders } from '../security-headers.ts'
import { readLanguage } from '../pages/language.ts'
import { readPageTemplate } from '../pages/page-template.ts'
import { sendHtml } from '../pages/send-html.ts'
import { parametersMax } from '../requests/request-bounds.ts'
import { readPayment, requirePaymentId } from './payment-reading.ts'
import { toPaymentView } from './payment-view.ts'
import { writeFirst, writePlainPage, type PlainCheckout } from './plain-page.ts'
import { writeTroublePage } from './trouble-page.ts'
import { offerWalletConnect } from './wallet-connect.ts'
import type { RouteDependencies } from '../cells/cells.ts'

export function registerPage(
  server: FastifyInstance,
  dependencies: RouteDependencies,
  folder: string,
): void {
  const { fill, links, styleHash } = readPageTemplate(folder, 'checkout')
  server.route({
    method: 'GET',
    url: '/:paymentId',
    onRequest: async (_request, reply) => void reply.headers(pageHeaders),
    errorHandler(error, request, reply) {
      const problem = toProblem(error, dependencies.log, request)
      const language = languageOfRefusal(request)
      void reply
        .code(problem.status)
        .headers(problem.headers)
        .type('text/html; charset=utf-8')
        .send(
          writeTroublePage({
            isUnknown: problem.code === 'PaymentNotFound',
            language,
            search: startOfSearch(request),
            links,
          }),
        )
    },
    async handler(request, reply) {
      dependencies.limiter.countPublic(request)
      const { paymentId } = request.params as { paymentId: string }
      requirePaymentId(paymentId)
      const { path, search, query, language } = wishesOf(request)
      // Everything on the page is found relative to its address, which has no last slash.
      if (path.endsWith('/')) return reply.redirect(`../${paymentId}${search}`, 308)
      const cell = await dependencies.cells.of({ by: 'payment', value: paymentId })
      const view = toPaymentView(await readPayment(cell, paymentId), cell.clock.now())
      const shown = { view, query, language, search }
      const noscript = `<noscript>${writePlainPage(shown)}</noscript>`
      const offered = offerWalletConnect(dependencies.settings.walletConnect, view)
      const data = { 'payment-view': view, [settingsElementId]: offered?.settings ?? null }
      const origins = offered?.origins ?? []
      void reply.headers(makePageHeaders({ origins, styleHashes: [styleHash] }))
      const first = writeFirst(shown)
      return sendHtml(
        request,
        reply,
        fill({ language, head: headOf(shown), noscript, first, data }),
      )
    },
  })
}

/** So much of a refused address is read: whoever has asked too often is to make no work by the rest. */
const refusedLengthMax = 1_024

const startOfSearch = ({ url }: FastifyRequest): string =>
  url.slice(0, refusedLengthMax).split('?', 2)[1] ?? ''

function languageOfRefusal(request: FastifyRequest): Language {
  const wanted = new URLSearchParams(startOfSearch(request)).get('lang')
  return readLanguage(wanted, request.headers['accept-language'])
}

/** Reads what the page's address and the browser ask of the page, such as its language. */
function wishesOf({ url, headers }: FastifyRequest) {
  const [path = ''] = url.split('?', 1)
  const search = url.slice(path.length)
  // An address may have more parameters here than anywhere else; the page reads the first ones.
  const query = readQuery(search.split('&', parametersMax).join('&'))
  return { path, search, query, language: readLanguage(query.language, headers['accept-language']) }
}

function headOf({ view, language }: PlainCheckout): string {
  const say = speak(language)
  const title = `${say('payTo', { merchant: view.merchantName })} · ${writeMoney(view.amount, view)}`
  return `<title>${escapeHtml(title)}</title>`
}

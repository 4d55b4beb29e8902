/**
 * The page where scripts are off: all that is needed to pay by hand, and where the payment stands.
 * It has the same address, words and looks as the page with scripts. It stays as it is until its
 * reader refreshes it: a page that changes under its reader takes the place from who reads slowly.
 */
import { checkView } from '../../../web/checkout/address-check.ts'
import { writeUtcMoment } from '../../../web/messages/moments.ts'
import { speak, type Translate } from '../../../web/messages/checkout/checkout-texts.ts'
import { tooOld } from '../../../web/messages/too-old.ts'
import type { Language } from '../../../web/messages/translate.ts'
import {
  mayPay,
  type PageState,
  pageStateOf,
  wasTooLate,
} from '../../../web/checkout/page-state.ts'
import { writeDecimal } from '../../shared/money.ts'
import { isLong } from '../../../web/parts/money-text.ts'
import type { PaymentView } from '../../../web/checkout/payment-view.ts'
import type { Query } from '../../../web/checkout/query.ts'
import { planReturn } from '../../../web/checkout/return-plan.ts'
import { asksShop, supportOf, writeState } from '../../../web/checkout/state-text.ts'
import { writeDigits } from '../pages/digits-html.ts'
import { escapeHtml } from '../../shared/html/escape-html.ts'
import { writeParagraphs, writeTooOld } from '../pages/page-frame.ts'
import { writeFoot, writeMerchant, writeOutLink } from '../pages/shop-html.ts'
import { writeDetailsPanel, writeSendPanel } from './plain-panels.ts'

export type PlainCheckout = { view: PaymentView; query: Query; language: Language; search: string }

/** Writes what stands in `<noscript>`. It is refreshed by an empty address, which is the page's own. */
export function writePlainPage(shown: PlainCheckout): string {
  const { view, language } = shown
  const say = speak(language)
  const state = stateOf(view)
  return `<div class="page">
${summary(shown, state)}
<main>
<section class="panel">
${headline(shown, state)}
${waysToPay(shown, state)}
${writeDetailsPanel(say, view, state)}
${wayBack(shown, state)}
<p class="hint">${escapeHtml(say('refreshHint'))}</p>
<p><a class="quiet" href="">${escapeHtml(say('refreshPage'))}</a></p>
</section>
</main>
</div>
${foot(shown)}`
}

/** Writes what is seen until the page's scripts have come: to whom, for what, and how much. */
export const writeFirst = (shown: PlainCheckout): string =>
  `<div class="page">
${summary(shown, stateOf(shown.view))}
<main aria-busy="true">${writeTooOld(tooOld[shown.language])}</main>
</div>`

const stateOf = (view: PaymentView): PageState =>
  pageStateOf(view, {
    now: Date.parse(view.now),
    isAwaited: false,
    isBlocked: checkView(view) !== null,
  })

function summary({ view, query, language }: PlainCheckout, state: PageState): string {
  const say = speak(language)
  const { merchantName, blockchain, asset } = view
  const title = view.description ?? query.itemName ?? say('paymentTo', { merchant: merchantName })
  const { value } = mayPay(state) ? view.dueAmount : view.amount
  const written = writeDecimal(value, asset.symbol)
  const moment = writeUtcMoment(view.expiresAt, language)
  const until = mayPay(state) ? say('payBefore', { moment }) : say('expiredOn', { moment })
  const isOver = Date.parse(view.now) > Date.parse(view.expiresAt)
  return `<header class="summary">
${writeMerchant(view)}
<h1>${escapeHtml(title)}</h1>
<p class="figure" translate="no"${isLong(written) ? ' data-long' : ''}><span class="value">${writeDigits(written)}</span> <span class="symbol">${escapeHtml(asset.symbol)}</span></p>
<p><span class="badge">${escapeHtml(say('onNetwork', { network: blockchain.name }))}</span></p>
${mayPay(state) || (isOver && wasTooLate(state)) ? writeParagraphs([until]) : ''}
</header>`
}

/** There is only one way to pay here, so nobody is told of two. */
function headline({ view, language }: PlainCheckout, state: PageState): string {
  if (state === 'waiting') return ''
  const say = speak(language)
  const { heading, hints } = writeState(say, view, state)
  return `<div class="headline">
<h2>${escapeHtml(heading)}</h2>
${writeParagraphs(hints)}
${asksShop(view, state) ? contact(say, view) : ''}
</div>`
}

function contact(say: Translate, view: PaymentView): string {
  const link = supportOf(say, view)
  if (!link) return ''
  const text = say('contact', { merchant: view.merchantName, address: link.text })
  return writeOutLink({ ...link, text }, 'quiet contact')
}

function foot({ view, language, search }: PlainCheckout): string {
  const support = supportOf(speak(language), view)
  return writeFoot({ language, search, shop: { site: view.shop.site, support } })
}

/** After a reorganisation they are folded, so that nobody pays twice by reflex. */
function waysToPay({ view, language }: PlainCheckout, state: PageState): string {
  const say = speak(language)
  if (mayPay(state)) return writeSendPanel(say, view)
  if (state !== 'takenBack') return ''
  return `<details>
<summary>${escapeHtml(say('payOnceMore'))}</summary>
${writeSendPanel(say, view)}
</details>`
}

/** A link, never a redirect: the payer has to see the result first. */
function wayBack({ view, query, language }: PlainCheckout, state: PageState): string {
  const plan = planReturn(view, state, query, false)
  if (!plan) return ''
  const words = escapeHtml(speak(language)('returnTo', { host: plan.host }))
  return `<p><a class="strong" rel="noreferrer" href="${escapeHtml(plan.address)}">${words}</a></p>`
}

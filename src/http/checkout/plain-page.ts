/**
 * The page where scripts are off: all that is needed to pay by hand, and where the payment stands.
 * It has the same address as the page with scripts, and renews itself.
 */
import { checkDerivation } from '../../../web/checkout/address-check.ts'
import { writeMoment } from '../../../web/checkout/messages/moments.ts'
import { type Language, speak, type Translate } from '../../../web/checkout/messages/translate.ts'
import { writeMoney } from '../../../web/checkout/money-text.ts'
import { mayPay, type PageState, pageStateOf } from '../../../web/checkout/page-state.ts'
import type { PaymentView } from '../../../web/checkout/payment-view.ts'
import type { Query } from '../../../web/checkout/query.ts'
import { planReturn } from '../../../web/checkout/return-plan.ts'
import { stateWords } from '../../../web/checkout/state-words.ts'
import { escapeHtml } from '../documentation/html.ts'
import { definitions, paragraphs, qrCode } from './page-frame.ts'

export const renewalSeconds = 15

/** Nobody knows the time zone of a browser that runs no script. */
const timeZone = 'UTC'

export type Shown = { view: PaymentView; query: Query; language: Language; address: string }

/** Writes what stands in `<noscript>`; `address` is the page's own, by which it is renewed. */
export function plainPage({ view, query, language, address }: Shown): string {
  const say = speak(language)
  const state = pageStateOf(view, {
    now: Date.parse(view.now),
    isAwaited: false,
    isBlocked: checkDerivation(view) !== null,
  })
  const { heading, hints } = stateWords(say, view, state)
  const title = query.itemName ?? view.description ?? say('paymentTo', merchantOf(view))
  return `<div class="page">
<header class="summary">
<p class="merchant">${escapeHtml(view.merchantName)}</p>
<h1>${escapeHtml(title)}</h1>
<p class="figure">${escapeHtml(writeMoney(mayPay(state) ? view.dueAmount : view.amount, view))}</p>
</header>
<main>
<section class="card">
<h2>${escapeHtml(heading)}</h2>
${paragraphs(hints)}
${mayPay(state) ? howToPay(say, view, language) : ''}
${definitions(rowsOf(say, view))}
${wayBack(say, view, query, state)}
<p class="hint">${escapeHtml(say('renewsItself', { seconds: renewalSeconds }))}</p>
<p><a class="quiet" href="${escapeHtml(address)}">${escapeHtml(say('renewPage'))}</a></p>
</section>
</main>
</div>`
}

function howToPay(say: Translate, view: PaymentView, language: Language): string {
  const { depositAddress: address, blockchain, asset } = view
  const network = blockchain.name
  const amount = writeMoney(view.dueAmount, view)
  const moment = writeMoment(view.expiresAt, language, timeZone)
  return `${qrCode(address, say('addressCodeText', { address, amount, network }))}
<ul>
<li>${escapeHtml(say('exactly'))}: <strong>${escapeHtml(amount)}</strong></li>
<li>${escapeHtml(say('onlyNetwork', { network }))}</li>
<li>${escapeHtml(say('onlyToken', { token: `${asset.name} (${asset.symbol})` }))}</li>
</ul>
${paragraphs([say('otherLost'), say('exchangeFee'), say('payBefore', { moment })])}`
}

function rowsOf(say: Translate, view: PaymentView) {
  const { asset, blockchain } = view
  const text = (term: string, value: string) => ({ term, html: escapeHtml(value) })
  const code = (term: string, value: string) => ({
    term,
    html: `<code class="address">${escapeHtml(value)}</code>`,
  })
  return [
    text(say('amountToPay'), writeMoney(view.amount, view)),
    code(say('receiptAddress'), view.depositAddress),
    text(say('network'), blockchain.name),
    text(say('token'), `${asset.name} (${asset.symbol})`),
    code(say('tokenContract'), asset.address),
    text(say('receiptTo'), view.merchantName),
    ...view.transfers.map(({ transactionHash }) => code(say('transaction'), transactionHash)),
    code(say('paymentNumber'), view.id),
  ]
}

/** A link, never a redirect: the payer has to see the result first. */
function wayBack(say: Translate, view: PaymentView, query: Query, state: PageState): string {
  const plan = planReturn(view, state, query, false)
  if (!plan) return ''
  const words = escapeHtml(say('returnTo', { host: plan.host }))
  return `<p><a class="strong" rel="noreferrer" href="${escapeHtml(plan.address)}">${words}</a></p>`
}

const merchantOf = ({ merchantName }: PaymentView) => ({ merchant: merchantName })

/** The cards of the page without scripts: how to send the money, and what is known of the payment. */
import type { Translate } from '../../../web/messages/checkout/checkout-texts.ts'
import { writeDecimal } from '../../shared/money.ts'
import { writeMoney } from '../../../web/parts/money-text.ts'
import type { PageState } from '../../../web/checkout/page-state.ts'
import { supportOf } from '../../../web/checkout/state-text.ts'
import type { PaymentView } from '../../../web/checkout/payment-view.ts'
import { escapeHtml } from '../../shared/html/escape-html.ts'
import { writeParagraphs, writeQrCode } from '../pages/page-frame.ts'

/** Everything that somebody needs who sends from elsewhere. */
export function writeSendPanel(say: Translate, view: PaymentView): string {
  const { depositAddress: address, blockchain, asset } = view
  const network = blockchain.name
  const amount = writeMoney(view.dueAmount, view)
  const value = writeDecimal(view.dueAmount.value, asset.symbol)
  const rules = [
    say('exactly'),
    say('onlyNetwork', { network }),
    say('onlyToken', { token: `${asset.symbol} (${asset.name})` }),
  ]
  return `<div class="card send">
<h2>${escapeHtml(say('toAddress'))}</h2>
<div class="send-body">
${writeQrCode(address, say('addressCodeText', { address, amount, network }))}
<div class="send-words">
${field(say('receiptAddress'), `<code class="address" translate="no">${escapeHtml(address)}</code>`)}
${field(say('amountToPay'), `<span class="due" translate="no"><span>${escapeHtml(value)}</span> <span class="symbol">${escapeHtml(asset.symbol)}</span></span>`)}
<ul class="rules">${rules.map((rule) => `<li>${escapeHtml(rule)}</li>`).join('')}</ul>
${writeParagraphs([say('otherLost')])}
</div>
</div>
${writeParagraphs([say('exchangeFee')])}
</div>`
}

const field = (name: string, html: string) =>
  `<div class="field"><p class="name">${escapeHtml(name)}</p><p>${html}</p></div>`

type Row = { term: string; value: string; isCode?: true }

/** Writes the details that a payer may want to compare, print, or pass on to the merchant. */
export function writeDetailsPanel(say: Translate, view: PaymentView, state: PageState): string {
  const { asset, blockchain, transfers } = view
  const support = supportOf(say, view)
  const rows: Row[] = [
    { term: say('amountToPay'), value: writeMoney(view.amount, view) },
    ...(view.seenAmount.value === '0'
      ? []
      : [{ term: say('transfers'), value: writeMoney(view.seenAmount, view) }]),
    { term: say('receiptTo'), value: view.merchantName },
    ...(support ? [{ term: say('questions'), value: support.text }] : []),
    { term: say('network'), value: blockchain.name },
    { term: say('token'), value: `${asset.name} (${asset.symbol})` },
    { term: say('tokenContract'), value: asset.address, isCode: true },
    ...(state === 'blocked'
      ? []
      : [{ term: say('receiptAddress'), value: view.depositAddress, isCode: true } as const]),
    ...transfers.map(
      ({ transactionHash }) =>
        ({ term: say('transaction'), value: transactionHash, isCode: true }) as const,
    ),
    { term: say('paymentNumber'), value: view.id, isCode: true },
  ]
  return `<div class="card receipt">
<h2>${escapeHtml(say('details'))}</h2>
<dl>
${rows.map(toRow).join('\n')}
</dl>
</div>`
}

function toRow({ term, value, isCode }: Row): string {
  const html = isCode ? `<code translate="no">${escapeHtml(value)}</code>` : escapeHtml(value)
  return `<div class="row"><dt>${escapeHtml(term)}</dt><dd>${html}</dd></div>`
}

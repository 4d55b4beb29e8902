/** The receipt: what was paid, by which transactions, when. It is what the printer prints. */
import { isZero, writeMoney } from '../../parts/money-text.ts'
import { usePaidTerms } from '../../parts/receipt-terms.tsx'
import { type Term, TermsList } from '../../parts/terms-list.tsx'
import type { Translate } from '../../messages/checkout/checkout-texts.ts'
import type { PaymentView } from '../payment-view.ts'
import { useSpeech } from '../speech.ts'
import { AddressText } from '../../parts/address-text.tsx'
import { PrintIcon } from '../../parts/icons.tsx'
import { supportOf } from '../state-text.ts'
import { linkToPage } from '../../parts/shop.ts'

export function Receipt({ view, itemName }: { view: PaymentView; itemName: string | null }) {
  const { say } = useSpeech()
  return (
    <section class="card receipt" aria-labelledby="receipt">
      <h3 id="receipt">{say('receipt')}</h3>
      <TermsList terms={useReceiptTerms(view, itemName)} />
      <PrintButton />
    </section>
  )
}

function useReceiptTerms(view: PaymentView, itemName: string | null): Term[] {
  const { say } = useSpeech()
  const { blockchain, transfers } = view
  const payment = {
    id: view.id,
    paidAt: lastOf(transfers.map(({ minedAt }) => minedAt)),
    network: blockchain.name,
    explorerUrl: blockchain.explorerUrl,
    transactions: transfers.map(({ transactionHash }) => transactionHash),
  }
  const paid = usePaidTerms(payment, supportOf(say, view))
  const title = view.description ?? itemName
  const linkName = view.description === null ? itemName : null
  return [
    {
      name: say('receiptAmount'),
      value: (
        <>
          <strong>{writeMoney(view.paidAmount, view)}</strong> {view.asset.name}
        </>
      ),
      isKept: true,
    },
    ...otherAmounts(say, view),
    { name: say('receiptTo'), value: writeShop(view), isKept: true },
    // Anybody may have written the name in the page's address: the receipt says so.
    ...(title
      ? [{ name: say(linkName === null ? 'receiptFor' : 'receiptForLink'), value: title }]
      : []),
    { name: say('receiptAddress'), value: <AddressText address={view.depositAddress} /> },
    ...paid,
    {
      name: say('receiptPage'),
      value: <span class="page-address">{addressWith(linkName)}</span>,
      isKept: true,
    },
  ]
}

/** What was asked for, and what was given back, where they say something. */
function otherAmounts(say: Translate, view: PaymentView): Term[] {
  const term = (name: string, amount: PaymentView['amount']) => ({
    name,
    value: writeMoney(amount, view),
    isKept: true,
  })
  return [
    ...(view.paidAmount.value === view.amount.value ? [] : [term(say('amountToPay'), view.amount)]),
    ...(isZero(view.refundedAmount) ? [] : [term(say('refunded'), view.refundedAmount)]),
  ]
}

/** The shop with its site. */
function writeShop({ merchantName, shop }: PaymentView): string {
  const site = shop.site && linkToPage(shop.site)
  return site ? `${merchantName} (${site.text})` : merchantName
}

/** This page, which shows the receipt again with the name that its address has. */
const addressWith = (linkName: string | null): string =>
  `${location.origin}${location.pathname}${linkName === null ? '' : `?name=${encodeURIComponent(linkName)}`}`

function PrintButton() {
  const { say } = useSpeech()
  return (
    <button type="button" class="quiet print" onClick={() => print()}>
      <PrintIcon />
      {say('printReceipt')}
    </button>
  )
}

/** Moments in ISO 8601 are in order as texts are. */
const lastOf = (moments: readonly string[]): string | null =>
  moments.reduce<string | null>((last, one) => (last === null || one > last ? one : last), null)

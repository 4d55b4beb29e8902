/** The receipt: what was paid, by which transactions, when. It is what the printer prints. */
import type { ComponentChildren } from 'preact'
import { writeKeptMoment } from '../../messages/moments.ts'
import { isZero, writeMoney } from '../../parts/money-text.ts'
import type { PaymentView } from '../payment-view.ts'
import { useSpeech } from '../speech.ts'
import { AddressText } from '../../parts/address-text.tsx'
import { ExplorerLink } from '../../parts/explorer-link.tsx'
import { OutLink } from '../../parts/foot.tsx'
import { PrintIcon } from '../../parts/icons.tsx'
import { supportOf } from '../state-text.ts'
import { linkToPage } from '../../parts/shop.ts'

export function Receipt({ view, itemName }: { view: PaymentView; itemName: string | null }) {
  const { say, locale } = useSpeech()
  const { blockchain, transfers } = view
  const title = view.description ?? itemName
  const site = view.shop.site && linkToPage(view.shop.site)
  const paidAt = lastOf(transfers.map(({ minedAt }) => minedAt))
  return (
    <section class="card receipt" aria-labelledby="receipt">
      <h3 id="receipt">{say('receipt')}</h3>
      <dl>
        <Row name={say('receiptAmount')} isKept>
          <strong>{writeMoney(view.paidAmount, view)}</strong> {view.asset.name}
        </Row>
        {view.paidAmount.value !== view.amount.value && (
          <Row name={say('amountToPay')} isKept>
            {writeMoney(view.amount, view)}
          </Row>
        )}
        {!isZero(view.refundedAmount) && (
          <Row name={say('refunded')} isKept>
            {writeMoney(view.refundedAmount, view)}
          </Row>
        )}
        <Row name={say('receiptTo')} isKept>
          {view.merchantName}
          {site && ` (${site.text})`}
        </Row>
        {/* Anybody may have written the name in the page's address: the receipt says so. */}
        {title && (
          <Row name={say(view.description === null ? 'receiptForLink' : 'receiptFor')}>{title}</Row>
        )}
        {paidAt && <Row name={say('receiptDate')}>{writeKeptMoment(paidAt, locale)}</Row>}
        <Row name={say('network')}>{blockchain.name}</Row>
        <Row name={say('receiptAddress')}>
          <AddressText address={view.depositAddress} />
        </Row>
        {transfers.map(({ transactionHash, logIndex }) => (
          <Row key={`${transactionHash}/${logIndex}`} name={say('transaction')}>
            <ExplorerLink explorerUrl={blockchain.explorerUrl} kind="tx" text={transactionHash} />
          </Row>
        ))}
        <Row name={say('paymentNumber')} isKept>
          <code>{view.id}</code>
        </Row>
        <WhereToAsk view={view} linkName={view.description === null ? itemName : null} />
      </dl>
      <PrintButton />
    </section>
  )
}

/** This page, which shows the receipt again with the name that its address has, and the shop. */
function WhereToAsk({ view, linkName }: { view: PaymentView; linkName: string | null }) {
  const { say } = useSpeech()
  const search = linkName === null ? '' : `?name=${encodeURIComponent(linkName)}`
  const support = supportOf(say, view)
  return (
    <>
      <Row name={say('receiptPage')} isKept>
        <span class="page-address">{`${location.origin}${location.pathname}${search}`}</span>
      </Row>
      {support && (
        <Row name={say('questions')} isKept>
          <OutLink {...support} />
        </Row>
      )}
    </>
  )
}

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

type RowProps = { name: string; isKept?: boolean; children: ComponentChildren }

/** `isKept`: a browser's translation leaves the value as it is. */
function Row({ name, isKept = false, children }: RowProps) {
  return (
    <div class="row">
      <dt>{name}</dt>
      <dd translate={!isKept}>{children}</dd>
    </div>
  )
}

/** The receipt: what was paid, by which transactions, when. It is what the printer prints. */
import type { ComponentChildren } from 'preact'
import { writeKeptMoment } from '../../messages/moments.ts'
import { isZero, writeMoney } from '../../parts/money-text.ts'
import type { PaymentView } from '../payment-view.ts'
import { useSpeech } from '../speech.ts'
import { AddressText } from '../../parts/address-text.tsx'
import { ExplorerLink } from '../../parts/explorer-link.tsx'
import { PrintIcon } from '../../parts/icons.tsx'

export function Receipt({ view, itemName }: { view: PaymentView; itemName: string | null }) {
  const { say, locale } = useSpeech()
  const { blockchain, transfers } = view
  // On a receipt the merchant's description comes before the name in the page's address.
  const title = view.description ?? itemName
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
        </Row>
        {title && <Row name={say('receiptFor')}>{title}</Row>}
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
        <Row name={say('receiptPage')} isKept>
          <span class="page-address">{`${location.origin}${location.pathname}`}</span>
        </Row>
      </dl>
      <PrintButton />
    </section>
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

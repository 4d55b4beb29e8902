/** What the payer has agreed to and, once something was paid, the receipt of the newest payment. */
import type { CustomerSession, OwnCharge, OwnSubscription } from '../../api/session.generated.ts'
import { toBaseUnits } from '../../../src/shared/money.ts'
import { Ends } from '../../parts/address-text.tsx'
import { Digits } from '../../parts/digits.tsx'
import { ExplorerLink } from '../../parts/explorer-link.tsx'
import { PrintIcon } from '../../parts/icons.tsx'
import { Moment } from '../../parts/moment.tsx'
import { writeUnits } from '../../parts/money-text.ts'
import { usePaidTerms } from '../../parts/receipt-terms.tsx'
import { Sentence } from '../../parts/sentence.tsx'
import { linkToSupport } from '../../parts/shop.ts'
import { type Term, TermsList } from '../../parts/terms-list.tsx'
import type { SessionClient } from '../../session/client.ts'
import { decimalOf } from '../../session/decimal-of.ts'
import { useCharges } from '../../session/use-charges.ts'
import { type Offer, periodDaysOf } from '../offer.ts'
import { useSpeech } from '../speech.ts'
import { writePeriod } from './plan-summary.tsx'

type Agreed = { offer: Offer; session: CustomerSession; subscription: OwnSubscription }

export function Receipt({ client, ...agreed }: Agreed & { client: SessionClient }) {
  const { say } = useSpeech()
  const charges = useCharges(client, agreed.subscription)
  const paid = charges?.find(({ status }) => status === 'Succeeded') ?? null
  return (
    <section class="card receipt">
      <h3>{say(agreed.subscription.chargesMade > 0 ? 'receipt' : 'agreed')}</h3>
      <TermsList terms={useReceiptTerms(agreed, paid)} />
      <button type="button" class="quiet print" onClick={() => print()}>
        <PrintIcon />
        {say('printReceipt')}
      </button>
    </section>
  )
}

function useReceiptTerms({ offer, session, subscription }: Agreed, paid: OwnCharge | null): Term[] {
  const { say } = useSpeech()
  const { terms, willChargeAt, contractAddress, payer } = subscription
  const { explorerUrl, displayName } = offer.chain
  const sumOf = (charges: number) => writeUnits(BigInt(terms.amount) * BigInt(charges), offer)
  const count = allowedCharges(subscription)
  const payment = paid && {
    id: paid.id,
    paidAt: paid.chargeDate,
    network: displayName,
    explorerUrl,
    transactions: paid.transactionHash ? [paid.transactionHash] : [],
  }
  const subject = paid ? `${say('paymentNumber')} ${paid.id}` : offer.name
  const paidTerms = usePaidTerms(payment, linkToSupport(session.shop, subject))
  const next = willChargeAt && (
    <>
      <Digits>{sumOf(1)}</Digits>, <Moment iso={willChargeAt} />
    </>
  )
  const contract = <ExplorerLink explorerUrl={explorerUrl} kind="address" text={contractAddress} />
  return [
    { name: say('receiptFor'), value: offer.name },
    {
      name: say('price'),
      value: <Sentence text={`${sumOf(1)} ${writePeriod(say, periodDaysOf(offer))}`} />,
    },
    { name: say('paidTo'), value: session.merchantName, isKept: true },
    ...(paid ? [{ name: say('paidNow'), value: <Digits>{sumOf(1)}</Digits> }] : []),
    ...(next ? [{ name: say('nextCharge'), value: next }] : []),
    {
      name: say('atMost'),
      value: <Sentence text={`${sumOf(count)}, ${say('someCharges', { count })}`} />,
    },
    { name: say('wallet'), value: <Ends text={payer} /> },
    { name: say('contract'), value: contract },
    ...paidTerms,
  ]
}

/** The charges that were made or may be, by what the wallet allowed. */
export function allowedCharges({ terms, allowance, token, chargesMade }: OwnSubscription): number {
  const allowed = toBaseUnits(decimalOf(allowance), token.decimals)
  return Math.min(Number(allowed / BigInt(terms.amount)) + chargesMade, terms.maxPeriods)
}

/** One payment on one page, to print or to save. */
import type { OwnCharge } from '../../api/session.generated.ts'
import { useEffect, useRef } from 'preact/hooks'
import { Digits } from '../../parts/digits.tsx'
import { ExplorerLink } from '../../parts/explorer-link.tsx'
import { PrintIcon } from '../../parts/icons.tsx'
import { usePaidTerms } from '../../parts/receipt-terms.tsx'
import { linkToSupport } from '../../parts/shop.ts'
import { TermsList } from '../../parts/terms-list.tsx'
import type { Managed } from '../context.ts'
import { useSpeech } from '../speech.ts'
import { writeUnits } from '../../parts/money-text.ts'

type Props = { managed: Managed; charge: OwnCharge; onBack: () => void }

export function Receipt({ managed, charge, onBack }: Props) {
  const { say } = useSpeech()
  const { subscription, session } = managed
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { chain, plan, maxPeriods, contractAddress } = subscription
  const { amount, merchant, payer } = subscription.terms
  const explorerUrl = chain?.explorerUrl ?? null
  const address = (text: string) => (
    <ExplorerLink explorerUrl={explorerUrl} kind="address" text={text} />
  )
  const support = linkToSupport(session.shop, `${say('receipt')} ${charge.id}`)
  const payment = {
    id: charge.id,
    paidAt: charge.chargeDate,
    network: chain?.displayName ?? '',
    explorerUrl,
    transactions: charge.transactionHash ? [charge.transactionHash] : [],
  }
  const terms = [
    {
      name: say('receiptFor'),
      value: `${plan.name} · ${say('chargePeriod', { period: charge.period, count: maxPeriods })}`,
    },
    { name: say('paidTo'), value: [`${session.merchantName} `, address(merchant)] },
    { name: say('paidBy'), value: address(payer) },
    { name: say('contract'), value: address(contractAddress) },
    ...usePaidTerms(payment, support),
  ]
  return (
    <article class="card receipt">
      <h2 ref={heading} tabIndex={-1}>
        {say('receipt')}: <Digits>{writeUnits(amount, subscription)}</Digits>
      </h2>
      <TermsList terms={terms} />
      <Buttons onBack={onBack} />
    </article>
  )
}

function Buttons({ onBack }: { onBack: () => void }) {
  const { say } = useSpeech()
  return (
    <p class="buttons">
      <button type="button" class="quiet" onClick={() => print()}>
        <PrintIcon />
        {say('print')}
      </button>
      <button type="button" class="quiet" onClick={onBack}>
        ← {say('history')}
      </button>
    </p>
  )
}

/** One payment on one page, to print or to save. */
import { useEffect, useRef } from 'preact/hooks'
import { writeKeptMoment } from '../../messages/moments.ts'
import { Digits } from '../../parts/digits.tsx'
import { ExplorerLink } from '../../parts/explorer-link.tsx'
import { OutLink } from '../../parts/foot.tsx'
import { PrintIcon } from '../../parts/icons.tsx'
import { linkToSupport } from '../../parts/shop.ts'
import type { Managed } from '../context.ts'
import { useSpeech } from '../speech.ts'
import type { ChargeView } from '../views.ts'
import { writeUnits } from '../../parts/money-text.ts'

type Props = { managed: Managed; charge: ChargeView; onBack: () => void }

export function Receipt({ managed, charge, onBack }: Props) {
  const { say, locale } = useSpeech()
  const { subscription, session } = managed
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { terms, chain, plan, maxPeriods, contractAddress } = subscription
  const explorerUrl = chain?.explorerUrl ?? null
  const address = (text: string) => (
    <ExplorerLink explorerUrl={explorerUrl} kind="address" text={text} />
  )
  const support = linkToSupport(session.shop, `${say('receipt')} ${charge.id}`)
  const rows = [
    [
      say('receiptFor'),
      `${plan.name} · ${say('chargePeriod', { period: charge.period, count: maxPeriods })}`,
    ],
    [say('paidAt'), writeKeptMoment(charge.chargeDate, locale)],
    [say('paidTo'), [`${session.merchantName} `, address(terms.merchant)]],
    [say('paidBy'), address(terms.payer)],
    [say('contract'), address(contractAddress)],
    [say('network'), chain?.displayName ?? ''],
    ...(support ? [[say('questions'), <OutLink {...support} />] as const] : []),
  ] as const
  return (
    <article class="card receipt">
      <h2 ref={heading} tabIndex={-1}>
        {say('receipt')}: <Digits>{writeUnits(terms.amount, subscription)}</Digits>
      </h2>
      <dl>
        {rows.map(([name, value], index) => (
          <div class="row" key={index}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {charge.transactionHash && (
          <div class="row">
            <dt>{say('transaction')}</dt>
            <dd>
              <ExplorerLink explorerUrl={explorerUrl} kind="tx" text={charge.transactionHash} />
            </dd>
          </div>
        )}
      </dl>
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

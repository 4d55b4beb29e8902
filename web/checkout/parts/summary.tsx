/**
 * Everything that a payer checks before paying: to whom, for what, how much, on which chain, until
 * when.
 */
import { mayPay, type PageState } from '../page-state.ts'
import type { PaymentView } from '../payment-view.ts'
import { writeDecimal } from '../../../src/shared/money.ts'
import { isLong, isZero, writeMoney } from '../../parts/money-text.ts'
import { useSpeech } from '../speech.ts'
import { Merchant } from '../../parts/merchant.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Digits } from '../../parts/digits.tsx'
import { Expiry } from './expiry.tsx'

type Props = { view: PaymentView; state: PageState; now: number; itemName: string | null }

export function Summary({ view, state, now, itemName }: Props) {
  const { say } = useSpeech()
  const { merchantName, blockchain } = view
  // Whoever passes the link on may write a name into it; what the shop says counts.
  const title = view.description ?? itemName
  return (
    <header class="summary">
      <Merchant name={merchantName} shop={view.shop} />
      <h1>{title ?? say('paymentTo', { merchant: merchantName })}</h1>
      <Amount view={view} isDue={mayPay(state)} />
      <p class="network">
        <span class="badge">{say('onNetwork', { network: blockchain.name })}</span>
      </p>
      <Expiry view={view} state={state} now={now} />
    </header>
  )
}

/**
 * Shows the amount due while something is due: the number beside a copy button is the one to send.
 */
function Amount({ view, isDue }: { view: PaymentView; isDue: boolean }) {
  const { say } = useSpeech()
  const { value } = isDue ? view.dueAmount : view.amount
  const written = writeDecimal(value, view.asset.symbol)
  return (
    <div class="amount">
      <p class="figure" translate={false} data-long={isLong(written) || undefined}>
        <span class="value">
          <Digits>{written}</Digits>
        </span>{' '}
        <span class="symbol">{view.asset.symbol}</span>
      </p>
      {isDue && <CopyButton text={value} label={say('copyAmount')} copied={say('amountCopied')} />}
      {isDue && !isZero(view.seenAmount) && (
        <p class="hint">
          {say('ofWhichArrived', {
            amount: writeMoney(view.amount, view),
            seen: writeMoney(view.seenAmount, view),
          })}
        </p>
      )}
    </div>
  )
}

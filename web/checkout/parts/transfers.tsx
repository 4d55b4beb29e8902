/** The transfers that have arrived so far, each with its confirmations. */
import { writeMoney } from '../../parts/money-text.ts'
import type { PaymentView, Transfer } from '../payment-view.ts'
import { useSpeech } from '../speech.ts'
import { ExplorerLink } from '../../parts/explorer-link.tsx'
import { CheckIcon } from '../../parts/icons.tsx'

export function Transfers({ view }: { view: PaymentView }) {
  const { say } = useSpeech()
  if (view.transfers.length === 0) return null
  return (
    <section class="card transfers">
      <h3>{say('transfers')}</h3>
      <ul>
        {view.transfers.map((transfer) => (
          <li key={`${transfer.transactionHash}/${transfer.logIndex}`}>
            <p class="line">
              <strong translate={false}>{writeMoney(transfer.amount, view)}</strong>
              {transfer.isLate && <span class="badge warning">{say('arrivedLate')}</span>}
              <ExplorerLink
                explorerUrl={view.blockchain.explorerUrl}
                kind="tx"
                text={transfer.transactionHash}
              />
            </p>
            <Confirmations transfer={transfer} needed={view.blockchain.confirmations} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Confirmations({ transfer, needed }: { transfer: Transfer; needed: number }) {
  const { say } = useSpeech()
  if (transfer.confirmations >= needed) {
    return (
      <p class="line confirmed">
        <CheckIcon />
        {say('confirmed')}
      </p>
    )
  }
  const text = say('confirmations', { done: transfer.confirmations, count: needed })
  return (
    <p class="line">
      <progress max={needed} value={transfer.confirmations} aria-label={text} />
      {text}
    </p>
  )
}

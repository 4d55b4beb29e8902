/** Details that nobody needs for paying, but everybody who asks a question about the payment. */
import type { PaymentView } from '../payment-view.ts'
import { useSpeech } from '../speech.ts'
import { ExplorerLink } from '../../parts/explorer-link.tsx'

export function Details({ view: { id, asset, blockchain } }: { view: PaymentView }) {
  const { say } = useSpeech()
  return (
    <aside class="details">
      <dl>
        <dt>{say('tokenContract')}</dt>
        <dd>
          {asset.name}{' '}
          <ExplorerLink explorerUrl={blockchain.explorerUrl} kind="address" text={asset.address} />
        </dd>
        <dt>{say('paymentNumber')}</dt>
        <dd>
          <code translate={false}>{id}</code>
        </dd>
      </dl>
    </aside>
  )
}

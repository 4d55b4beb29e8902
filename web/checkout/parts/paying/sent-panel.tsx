/** Shown after the wallet has sent a transaction and before the service has seen it. */
import { useEffect, useState } from 'preact/hooks'
import type { PaymentView } from '../../payment-view.ts'
import { useSpeech } from '../../speech.ts'
import type { SentTransaction } from '../../wallet/sent-transaction.ts'
import { ExplorerLink } from '../../../parts/explorer-link.tsx'

/** After this time a transaction may have been dropped, so the payer may pay again. */
const usualMs = 3 * 60_000

type Props = { view: PaymentView; sent: SentTransaction; onDropped: () => void }

export function SentPanel({ view, sent, onDropped }: Props) {
  const { say } = useSpeech()
  const isLong = useElapsed(sent.sentAtMs + usualMs)
  return (
    <section class="card sent">
      <p class="line">
        <span>{say('transaction')}</span>
        <ExplorerLink explorerUrl={view.blockchain.explorerUrl} kind="tx" text={sent.hash} />
      </p>
      {isLong && (
        <div role="status">
          <p>{say('sentLong')}</p>
          <button type="button" class="quiet" onClick={onDropped}>
            {say('payAgain')}
          </button>
        </div>
      )}
    </section>
  )
}

/** Tells whether the moment has come, by this browser's clock, which also recorded the sending. */
function useElapsed(atMs: number): boolean {
  const [hasElapsed, setElapsed] = useState(Date.now() >= atMs)
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), Math.max(0, atMs - Date.now()))
    return () => clearTimeout(timer)
  }, [atMs])
  return hasElapsed
}

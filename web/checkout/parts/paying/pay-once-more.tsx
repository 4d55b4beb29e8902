/** The ways to pay after a reorganisation: folded away, so that nobody pays twice by reflex. */
import { useState } from 'preact/hooks'
import type { PaymentView } from '../../payment-view.ts'
import { useSpeech } from '../../speech.ts'
import type { WalletInUse } from '../../wallet/use-wallet.ts'
import { WaysToPay } from './ways-to-pay.tsx'

export function PayOnceMore({ view, wallet }: { view: PaymentView; wallet: WalletInUse }) {
  const { say } = useSpeech()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <p>
        <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {say('payOnceMore')}
        </button>
      </p>
      {isOpen && <WaysToPay view={view} wallet={wallet} />}
    </>
  )
}

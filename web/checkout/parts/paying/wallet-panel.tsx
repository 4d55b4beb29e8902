/** Paying with a wallet of this browser: one tap connects, another one pays. */
import { useEffect, useRef } from 'preact/hooks'
import type { Translate } from '../../messages/translate.ts'
import type { PaymentView } from '../../payment-view.ts'
import { useSpeech } from '../../speech.ts'
import type { WalletInUse } from '../../wallet/use-wallet.ts'
import { connectionOf, type WalletState } from '../../wallet/wallet-state.ts'
import { walletConnectRdns } from '../../walletconnect/wallet.ts'
import { Spinner } from '../elements/icons.tsx'
import { PairingCode } from './pairing-code.tsx'
import { TroubleNote } from './trouble-note.tsx'
import { WalletAccount } from './wallet-account.tsx'
import { WalletList } from './wallet-list.tsx'

export function WalletPanel({ view, wallet }: { view: PaymentView; wallet: WalletInUse }) {
  const { say } = useSpeech()
  const { state, wasReverted } = wallet
  const heading = useFocusKept(state.step)
  const progress = progressText(say, state)
  return (
    <section class="card wallet" aria-labelledby="wallet">
      <h3 id="wallet" ref={heading} tabIndex={-1}>
        {say('withWallet')}
      </h3>
      <Choice view={view} wallet={wallet} />
      <div role="status" class="wallet-status">
        {wasReverted && <p class="note warning">{say('sentReverted')}</p>}
        {progress && (
          <p class="progress">
            <Spinner />
            {progress}
          </p>
        )}
        <TroubleNote view={view} state={state} />
      </div>
    </section>
  )
}

function Choice({ view, wallet }: { view: PaymentView; wallet: WalletInUse }) {
  const { state, session, pairingUri } = wallet
  if (connectionOf(state)) return <WalletAccount view={view} wallet={wallet} />
  if (state.step === 'connecting' && state.wallet.rdns === walletConnectRdns)
    return <PairingCode uri={pairingUri} onLeave={() => session.leave()} />
  return <WalletList wallet={wallet} />
}

/** Says what the payer has to do in the wallet, or what the page is doing meanwhile. */
function progressText(say: Translate, state: WalletState): string | null {
  switch (state.step) {
    case 'connecting':
      return say('connecting', { wallet: state.wallet.name })
    case 'checking':
      return say('checking')
    case 'switching':
      return say('switching', { wallet: state.wallet.name })
    case 'paying':
      return say('confirmInWallet', { wallet: state.wallet.name })
    case 'choosing':
    case 'unchecked':
    case 'wrongNetwork':
    case 'refused':
    case 'ready':
      return null
  }
}

/** When a step takes away the button that had the focus, the keyboard goes on from the heading. */
function useFocusKept(step: WalletState['step']) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current && document.activeElement === document.body) heading.current?.focus()
    isFirst.current = false
  }, [step])
  return heading
}

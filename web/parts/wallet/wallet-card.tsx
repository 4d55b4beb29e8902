/**
 * Connects a wallet with one tap; what comes next is the page's own. It asks for the right network itself, and says
 * what the payer has to do in the wallet.
 */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { SharedTexts } from '../../messages/shared/shared-texts.ts'
import type { TranslateOf } from '../../messages/translate.ts'
import type { WalletSession } from '../../wallet/wallet-session.ts'
import { connectionOf, type WalletState } from '../../wallet/wallet-state.ts'
import { walletConnectRdns } from '../../walletconnect/wallet.ts'
import { Spinner } from '../icons.tsx'
import { useSpeech } from '../speech.ts'
import { AccountLine } from './account-line.tsx'
import { PairingCode } from './pairing-code.tsx'
import { TroubleNote } from './trouble-note.tsx'
import { WalletList } from './wallet-list.tsx'
import type { Wallet } from '../../wallet/provider.ts'

type Props<Found, Refusal> = {
  title: string
  wallets: readonly Wallet[]
  pairingUri: string | null
  state: WalletState<Found, Refusal>
  session: WalletSession<Found, Refusal>
  /** The name of the network that the page works on. */
  network: string
  /** Says what a payer without a wallet can do. */
  advice: string
  /** Opens this page in another browser, such as the one of a wallet app. */
  pageLink: string
  /** In the place of the advice on a phone: the ways into wallet apps. */
  apps?: ComponentChildren
  /** Says what the payer has to do while the page acts; `wallet` is the wallet's name. */
  writeActing: (wallet: string) => string
  /** Stands above what the wallet is doing. */
  note?: ComponentChildren
  /** Once the chain was asked: what was found, and what the payer can do. */
  children: (found: Found, isActing: boolean) => ComponentChildren
}

export function WalletCard<Found, Refusal>(props: Props<Found, Refusal>) {
  const { title, state, network, note, writeActing } = props
  const { say } = useSpeech()
  const heading = useFocusKept(state.step)
  const progress =
    state.step === 'acting' ? writeActing(state.wallet.name) : progressText(say, state)
  return (
    <section class="card wallet" aria-labelledby="wallet">
      <h3 id="wallet" ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <Choice {...props} />
      <div role="status" class="wallet-status">
        {note}
        {progress && (
          <p class="progress">
            <Spinner />
            {progress}
          </p>
        )}
        <TroubleNote state={state} network={network} />
      </div>
    </section>
  )
}

function Choice<Found, Refusal>(props: Props<Found, Refusal>) {
  const { wallets, pairingUri, state, session, advice, pageLink, apps, children } = props
  const connection = connectionOf(state)
  const leave = () => session.leave()
  if (connection)
    return (
      <>
        <AccountLine connection={connection} onLeave={leave} />
        {'found' in state && children(state.found, state.step === 'acting')}
        <WayOn {...props} />
      </>
    )
  if (state.step === 'connecting' && state.wallet.rdns === walletConnectRdns)
    return <PairingCode uri={pairingUri} onLeave={leave} />
  const isConnecting = state.step === 'connecting'
  const choose = (wallet: Wallet) => void session.connect(wallet)
  return <WalletList {...{ wallets, isConnecting, advice, pageLink, apps }} onChoose={choose} />
}

/** Offers a way where the page cannot go on by itself: another network, or a check that failed. */
function WayOn<Found, Refusal>({ state, session, network }: Props<Found, Refusal>) {
  const { say } = useSpeech()
  if (state.step === 'unchecked') return <CheckAgain onClick={() => void session.check()} />
  if (state.step !== 'wrongNetwork' && state.step !== 'switching') return null
  return (
    <>
      <p>{say('wrongNetwork')}</p>
      <button
        type="button"
        class="strong"
        aria-disabled={state.step === 'switching'}
        onClick={() => void session.switchNetwork()}
      >
        {say('switchTo', { network })}
      </button>
    </>
  )
}

export function CheckAgain({ onClick }: { onClick: () => void }) {
  const { say } = useSpeech()
  return (
    <button type="button" class="quiet" onClick={onClick}>
      {say('tryAgain')}
    </button>
  )
}

/** Says what the payer has to do in the wallet, or what the page is doing meanwhile. */
function progressText(
  say: TranslateOf<SharedTexts>,
  state: WalletState<unknown, unknown>,
): string | null {
  switch (state.step) {
    case 'connecting':
      return say('connecting', { wallet: state.wallet.name })
    case 'checking':
      return say('checking')
    case 'switching':
      return say('switching', { wallet: state.wallet.name })
    case 'choosing':
    case 'unchecked':
    case 'wrongNetwork':
    case 'refused':
    case 'ready':
    case 'acting':
      return null
  }
}

/** When a step takes away the button that had the focus, the keyboard goes on from the heading. */
function useFocusKept(step: WalletState<unknown, unknown>['step']) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current && document.activeElement === document.body) heading.current?.focus()
    isFirst.current = false
  }, [step])
  return heading
}

/** The wallets of this browser, the one in use, and its transaction, for the parts of the page. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { PaymentView } from '../payment-view.ts'
import { discoverWallets } from './discovery.ts'
import { type Wallet, withWallet } from './wallet.ts'
import { watchForRevert } from './receipt-watch.ts'
import { isAwaited, type SentTransaction } from './sent-transaction.ts'
import { useWalletConnect } from '../walletconnect/use-walletconnect.ts'
import { useSent } from './use-sent.ts'
import { WalletSession } from './wallet-session.ts'
import { connectionOf, isAsking, type WalletState } from './wallet-state.ts'

export type WalletInUse = {
  wallets: readonly Wallet[]
  state: WalletState
  session: WalletSession
  /** The code by which a wallet on another device connects; null unless the page waits for one. */
  pairingUri: string | null
  /** Sent from here, and not reported by the service yet. */
  awaited: SentTransaction | null
  /** The transaction sent last was reverted. */
  wasReverted: boolean
  /** Called when the payer says that the transaction was dropped. */
  forgetSent: () => void
}

export function useWallet(view: PaymentView): WalletInUse {
  const discovered = useDiscovered()
  const { wallet: remote, uri: pairingUri } = useWalletConnect(view)
  const wallets = useMemo(
    () => (remote ? withWallet(discovered, remote) : discovered),
    [discovered],
  )
  const [state, setState] = useState<WalletState>({ step: 'choosing', trouble: null })
  const [sent, remember] = useSent(view.id)
  const [wasReverted, setReverted] = useState(false)
  const onSent = (transaction: SentTransaction) => {
    setReverted(false)
    remember(transaction)
  }
  const [session] = useState(() => new WalletSession(view, { onState: setState, onSent }))
  session.follow(view)

  const awaited = sent && isAwaited(sent, view) ? sent : null
  const provider = connectionOf(state)?.wallet.provider
  useEffect(() => {
    const wallet = wallets.find(({ rdns }) => rdns === awaited?.walletRdns)
    if (wallet && !provider) void session.resume(wallet)
  }, [wallets, awaited?.hash])
  useEffect(() => {
    if (!awaited || !provider) return
    return watchForRevert(provider, awaited.hash, () => {
      setReverted(true)
      remember(null)
    })
  }, [awaited?.hash, provider])
  // Nothing is due any more, so there is nothing to ask the wallet for.
  const isOver = view.dueBaseUnits === '0' || !/^(Created|InProgress)$/.test(view.status)
  const canEnd = connectionOf(state)?.wallet.end !== undefined && !isAsking(state)
  useEffect(() => {
    if (isOver && canEnd) session.leave()
  }, [isOver, canEnd])
  // A transfer that was seen has changed the account's balance as well.
  useEffect(() => void session.check(), [view.seenAmount.value])
  const forgetSent = () => remember(null)
  return { wallets, state, session, pairingUri, awaited, wasReverted, forgetSent }
}

function useDiscovered(): readonly Wallet[] {
  const [wallets, setWallets] = useState<readonly Wallet[]>([])
  useEffect(() => discoverWallets((found) => setWallets((known) => withWallet(known, found))), [])
  return wallets
}

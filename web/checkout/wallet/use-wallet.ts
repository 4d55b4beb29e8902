/** The wallets of this browser, the one in use, and its transaction, for the parts of the page. */
import { useEffect, useState } from 'preact/hooks'
import type { PaymentView } from '../payment-view.ts'
import { watchForRevert } from '../../wallet/receipt-watch.ts'
import { isAwaited, type SentTransaction } from './sent-transaction.ts'
import { useWallets } from '../../wallet/use-wallets.ts'
import { useSent } from './use-sent.ts'
import { PaymentSession, type PaymentWalletState } from './payment-session.ts'
import { connectionOf, isAsking } from '../../wallet/wallet-state.ts'
import type { Wallet } from '../../wallet/provider.ts'

export type WalletInUse = {
  wallets: readonly Wallet[]
  state: PaymentWalletState
  session: PaymentSession
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
  const { wallets, pairingUri } = useWallets(view)
  const [state, setState] = useState<PaymentWalletState>({ step: 'choosing', trouble: null })
  const [sent, remember] = useSent(view.id)
  const [wasReverted, setReverted] = useState(false)
  const onSent = (transaction: SentTransaction) => {
    setReverted(false)
    remember(transaction)
  }
  const [session] = useState(() => new PaymentSession(view, { onState: setState, onSent }))
  session.followPayment(view)

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

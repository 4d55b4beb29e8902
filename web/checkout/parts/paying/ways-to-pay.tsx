/** Both ways to pay, by wallet and by address; the money goes to the same address. */
import type { PaymentView } from '../../payment-view.ts'
import type { WalletInUse } from '../../wallet/use-wallet.ts'
import { SendPanel } from './send-panel.tsx'
import { WalletPanel } from './wallet-panel.tsx'

export function WaysToPay({ view, wallet }: { view: PaymentView; wallet: WalletInUse }) {
  // Without a wallet, the way that works at once comes first.
  const hasWallet = wallet.wallets.length > 0
  return (
    <div class="ways">
      {hasWallet && <WalletPanel view={view} wallet={wallet} />}
      <SendPanel view={view} />
      {!hasWallet && <WalletPanel view={view} wallet={wallet} />}
    </div>
  )
}

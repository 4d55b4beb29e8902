/** Both ways to pay, by wallet and by address; the money goes to the same address. */
import { isTouched } from '../../../browser/touched.ts'
import type { PaymentView } from '../../payment-view.ts'
import type { WalletInUse } from '../../wallet/use-wallet.ts'
import { SendPanel } from './send-panel.tsx'
import { WalletPanel } from './wallet-panel.tsx'

export function WaysToPay({ view, wallet }: { view: PaymentView; wallet: WalletInUse }) {
  // Without a wallet, the way that works at once comes first; a phone's wallets are apps, one tap away.
  const isWalletFirst = wallet.wallets.length > 0 || isTouched()
  return (
    <div class="ways">
      {isWalletFirst && <WalletPanel view={view} wallet={wallet} />}
      <SendPanel view={view} />
      {!isWalletFirst && <WalletPanel view={view} wallet={wallet} />}
    </div>
  )
}

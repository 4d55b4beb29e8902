/** The two ways, of equal rank; whichever is used, the money goes to the same address. */
import { useMemo } from 'preact/hooks'
import { checkDerivation } from '../address-check.ts'
import type { PaymentView } from '../payment-view.ts'
import type { WalletInUse } from '../wallet/use-wallet.ts'
import { AddressAlarm } from './address-alarm.tsx'
import { SendPanel } from './send-panel.tsx'
import { WalletPanel } from './wallet-panel.tsx'

export function WaysToPay({ view, wallet }: { view: PaymentView; wallet: WalletInUse }) {
  const derived = useMemo(() => checkDerivation(view), [view])
  const { state } = wallet
  const refusal = derived ?? (state.step === 'refused' ? state.refusal : null)
  if (refusal) return <AddressAlarm view={view} refusal={refusal} />
  return (
    <div class="ways">
      <WalletPanel view={view} wallet={wallet} />
      <SendPanel view={view} />
    </div>
  )
}

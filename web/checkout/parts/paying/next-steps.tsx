/** The payer's next steps, if there are any: pay, wait for a transaction, or do not pay. */
import type { AddressRefusal } from '../../address-check.ts'
import { mayPay, type PageState } from '../../page-state.ts'
import type { PaymentView } from '../../payment-view.ts'
import type { WalletInUse } from '../../wallet/use-wallet.ts'
import { AddressAlarm } from './address-alarm.tsx'
import { PayOnceMore } from './pay-once-more.tsx'
import { SentPanel } from './sent-panel.tsx'
import { WaysToPay } from './ways-to-pay.tsx'

type Props = {
  view: PaymentView
  state: PageState
  wallet: WalletInUse
  refusal: AddressRefusal | null
}

export function NextSteps({ view, state, wallet, refusal }: Props) {
  if (mayPay(state)) return <WaysToPay view={view} wallet={wallet} />
  if (state === 'takenBack') return <PayOnceMore view={view} wallet={wallet} />
  if (state === 'sent' && wallet.awaited)
    return <SentPanel view={view} sent={wallet.awaited} onDropped={wallet.forgetSent} />
  if (state === 'blocked' && refusal) {
    const tryAgain = () => void wallet.session.check()
    return <AddressAlarm view={view} refusal={refusal} onTryAgain={tryAgain} />
  }
  return null
}

/** Explains a problem with the wallet and says what to do, without blaming the payer. */
import type { PaymentView } from '../../payment-view.ts'
import { type Speech, useSpeech } from '../../speech.ts'
import type { Trouble } from '../../wallet/provider.ts'
import type { WalletState } from '../../wallet/wallet-state.ts'

export function TroubleNote({ view, state }: { view: PaymentView; state: WalletState }) {
  const { say } = useSpeech()
  const trouble = 'trouble' in state ? state.trouble : null
  if (!trouble) return null
  return <p class="note">{troubleText(say, trouble, view.blockchain.name)}</p>
}

function troubleText(say: Speech['say'], trouble: Trouble, network: string): string {
  switch (trouble.reason) {
    case 'declined':
      return say('declined')
    case 'alreadyAsked':
      return say('alreadyAsked')
    case 'silent':
      return say('walletSilent')
    case 'networkUnknown':
      return say('networkUnknown', { network })
    case 'switchRefused':
      return say('switchRefused', { network })
    case 'failed':
      return say('walletFailed', { message: trouble.message })
  }
}

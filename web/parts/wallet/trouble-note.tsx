/** Explains a problem with the wallet and says what to do, without blaming the payer. */
import { type Speech, useSpeech } from '../speech.ts'
import type { WalletState } from '../../wallet/wallet-state.ts'
import type { Trouble } from '../../wallet/refusals.ts'

type Props = { state: WalletState<unknown, unknown>; network: string }

export function TroubleNote({ state, network }: Props) {
  const { say } = useSpeech()
  const trouble = 'trouble' in state ? state.trouble : null
  if (!trouble) return null
  return <p class="note">{troubleText(say, trouble, network)}</p>
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

/** Subscribing with a wallet: one tap connects, another allows. */
import type { Translate } from '../../messages/widget/widget-texts.ts'
import { WalletCard } from '../../parts/wallet/wallet-card.tsx'
import type { ApprovalProgress } from '../../subscription/approval/allow.ts'
import { connectionOf } from '../../wallet/wallet-state.ts'
import type { Offer } from '../offer.ts'
import { useSpeech } from '../speech.ts'
import type { Subscribing } from '../use-subscribing.ts'
import { Approval } from './approval.tsx'
import { OutcomeNote } from './outcome-note.tsx'

type Props = { offer: Offer; subscribing: Subscribing }

export function WalletPanel({ offer, subscribing }: Props) {
  const { say } = useSpeech()
  const { wallets, pairingUri, state, session, progress, pageLink } = subscribing
  const connection = connectionOf(state)
  return (
    <WalletCard
      title={say('withWallet')}
      wallets={wallets}
      pairingUri={pairingUri}
      state={state}
      session={session}
      network={offer.chain.displayName}
      advice={say('noWalletHint')}
      pageLink={pageLink}
      writeActing={(wallet) => progressText(say, progress, wallet)}
      note={<OutcomeNote offer={offer} subscribing={subscribing} />}
    >
      {(found, isActing) =>
        connection && (
          <Approval
            offer={offer}
            subscribing={subscribing}
            connection={connection}
            found={found}
            isActing={isActing}
          />
        )
      }
    </WalletCard>
  )
}

function progressText(say: Translate, progress: ApprovalProgress | null, wallet: string): string {
  if (progress === null) return say('checking')
  switch (progress.step) {
    case 'asking':
      if (progress.purpose === 'reset') return say('askingReset', { wallet })
      return say(progress.prompt > 1 ? 'askingSet' : 'askingWallet', { wallet })
    case 'relaying':
      return say('relaying')
    case 'confirming':
      return say('confirmingNow')
    case 'reading':
      return say('readingBack')
  }
}

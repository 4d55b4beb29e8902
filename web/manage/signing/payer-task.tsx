/** A step that the payer's own wallet makes: connect, check, and then what the task is about. */
import type { ComponentChildren } from 'preact'
import { WalletCard } from '../../parts/wallet/wallet-card.tsx'
import { Ends } from '../../parts/address-text.tsx'
import { pageLinkWith } from '../../session/token.ts'
import { permitText } from '../../session/permit-text.ts'
import type { ContractReading } from '../../subscription/contract-reading.ts'
import type { SigningTrouble } from '../../subscription/signing/outcome.ts'
import type { Managed } from '../context.ts'
import { useSpeech } from '../speech.ts'
import type { PayerWallet } from '../use-payer-wallet.ts'

type Props = {
  managed: Managed
  payer: PayerWallet
  writeActing: (wallet: string) => string
  children: (reading: ContractReading, isActing: boolean) => ComponentChildren
}

export function PayerTask({ managed, payer, writeActing, children }: Props) {
  const { say } = useSpeech()
  const { state } = payer
  const refusal = state.step === 'refused' ? state.refusal : null
  return (
    <WalletCard
      title={say('byWallet')}
      wallets={payer.wallets}
      pairingUri={payer.pairingUri}
      state={state}
      session={payer.session}
      network={managed.subscription.chain?.displayName ?? ''}
      advice={say('limitAdvice')}
      pageLink={pageLinkWith(managed.client.token)}
      writeActing={writeActing}
      note={refusal && <SigningNote trouble={refusal} managed={managed} />}
    >
      {children}
    </WalletCard>
  )
}

/** Says what went wrong, and what to do. */
export function SigningNote({ trouble, managed }: { trouble: SigningTrouble; managed: Managed }) {
  const { say } = useSpeech()
  if (trouble.trouble === 'otherAccount')
    return (
      <div class="note" role="alert">
        <p>
          {say('otherAccount', { account: '' })} <Ends text={trouble.expected} />
        </p>
      </div>
    )
  return (
    <p class="note" role="alert">
      {useTroubleText(trouble, managed)}
    </p>
  )
}

function useTroubleText(trouble: SigningTrouble, managed: Managed): string {
  const { say } = useSpeech()
  const merchant = managed.session.merchantName
  switch (trouble.trouble) {
    case 'declined':
    case 'alreadyAsked':
    case 'unanswered':
    case 'reverted':
    case 'permitUsed':
    case 'permitExpired':
    case 'unsupported':
    case 'wrongNetwork':
      return say(trouble.trouble)
    case 'otherAccount':
      return say('otherAccount', { account: trouble.expected })
    case 'refused':
      return say('contractDiffers', { merchant })
    case 'pending':
      return say('pendingTransaction')
    case 'permitRefused':
    case 'permitWaits':
      return say(permitText(trouble.reason) ?? trouble.trouble)
    case 'failed':
      return say('walletFailed', { message: trouble.message })
  }
}

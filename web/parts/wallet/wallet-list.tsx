/** The wallets that have announced themselves, or advice where there is none. */
import { isLegacy } from '../../wallet/legacy.ts'
import type { Wallet } from '../../wallet/wallet.ts'
import { CopyButton } from '../copy-button.tsx'
import { WalletIcon } from '../icons.tsx'
import { useSpeech } from '../speech.ts'

type Props = {
  wallets: readonly Wallet[]
  isConnecting: boolean
  /** Says what a payer without a wallet can do. */
  advice: string
  /** Opens this page in another browser. */
  pageLink: string
  onChoose: (wallet: Wallet) => void
}

export function WalletList({ wallets, isConnecting, advice, pageLink, onChoose }: Props) {
  const { say } = useSpeech()
  if (wallets.length === 0) return <NoWallet advice={advice} pageLink={pageLink} />
  return (
    <>
      <p class="hint">{say('connectHint')}</p>
      <ul class="wallet-list">
        {wallets.map((wallet) => (
          <li key={wallet.rdns}>
            <button
              type="button"
              class="quiet"
              aria-disabled={isConnecting}
              onClick={() => onChoose(wallet)}
            >
              {wallet.icon ? (
                <img src={wallet.icon} alt="" width={32} height={32} />
              ) : (
                <WalletIcon />
              )}
              <span translate={isLegacy(wallet)}>{wallet.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function NoWallet({ advice, pageLink }: Pick<Props, 'advice' | 'pageLink'>) {
  const { say } = useSpeech()
  return (
    <>
      <p>{say('noWallet')}</p>
      <p class="hint">{advice}</p>
      <CopyButton
        text={pageLink}
        label={say('copyPage')}
        copied={say('pageCopied')}
        caption={say('copyPage')}
      />
    </>
  )
}

/** The wallets that have announced themselves, or advice where there is none. */
import type { ComponentChildren } from 'preact'
import { isTouched } from '../../browser/touched.ts'
import { isLegacy } from '../../wallet/legacy.ts'
import { CopyButton } from '../copy-button.tsx'
import { WalletIcon } from '../icons.tsx'
import { useSpeech } from '../speech.ts'
import type { Wallet } from '../../wallet/provider.ts'

type Props = {
  wallets: readonly Wallet[]
  isConnecting: boolean
  /** Says what a payer without a wallet can do. */
  advice: string
  /** Opens this page in another browser. */
  pageLink: string
  /** In the place of the advice: the ways into wallet apps. */
  apps?: ComponentChildren
  onChoose: (wallet: Wallet) => void
}

export function WalletList({ wallets, isConnecting, onChoose, ...elsewhere }: Props) {
  const { say } = useSpeech()
  if (wallets.length === 0) return <NoWallet {...elsewhere} />
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

function NoWallet({ advice, pageLink, apps }: Pick<Props, 'advice' | 'pageLink' | 'apps'>) {
  const { say } = useSpeech()
  return (
    <>
      {apps || (
        <>
          <p>{say(isTouched() ? 'noWalletTouched' : 'noWallet')}</p>
          <p class="hint">{advice}</p>
        </>
      )}
      <CopyButton
        text={pageLink}
        label={say('copyPage')}
        copied={say('pageCopied')}
        caption={say('copyPage')}
      />
    </>
  )
}

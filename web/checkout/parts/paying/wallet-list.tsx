/** The wallets that have announced themselves, or advice where there is none. */
import { useSpeech } from '../../speech.ts'
import type { WalletInUse } from '../../wallet/use-wallet.ts'
import { CopyButton } from '../elements/copy-button.tsx'
import { WalletIcon } from '../elements/icons.tsx'

export function WalletList({ wallet: { wallets, session, state } }: { wallet: WalletInUse }) {
  const { say } = useSpeech()
  if (wallets.length === 0) return <NoWallet />
  return (
    <>
      <p class="hint">{say('connectHint')}</p>
      <ul class="wallet-list">
        {wallets.map((wallet) => (
          <li key={wallet.rdns}>
            <button
              type="button"
              class="quiet"
              aria-disabled={state.step === 'connecting'}
              onClick={() => void session.connect(wallet)}
            >
              {wallet.icon ? (
                <img src={wallet.icon} alt="" width={32} height={32} />
              ) : (
                <WalletIcon />
              )}
              <span>{wallet.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function NoWallet() {
  const { say } = useSpeech()
  return (
    <>
      <p>{say('noWallet')}</p>
      <p class="hint">{say('noWalletHint')}</p>
      <CopyButton
        text={location.href}
        label={say('copyPage')}
        copied={say('pageCopied')}
        caption={say('copyPage')}
      />
    </>
  )
}

/** Opens this page in a wallet app, which is how a phone pays: the page then finds the wallet there. */
import { walletApps } from '../../../wallet/apps.ts'
import { toPaymentLink } from '../../payment-link.ts'
import type { PaymentView } from '../../payment-view.ts'
import { useSpeech } from '../../speech.ts'

export function WalletApps({ view }: { view: PaymentView }) {
  const { say } = useSpeech()
  return (
    <>
      <p class="hint">{say('openThere')}</p>
      {/* Links and not scripts, because phones open an app only on a tap on a link. */}
      <ul class="wallet-list">
        {walletApps(location.href).map(({ name, address }) => (
          <li key={name}>
            <a class="quiet" rel="noreferrer" href={address} translate={false}>
              {name}
            </a>
          </li>
        ))}
        <li>
          <a class="quiet" href={toPaymentLink(view)}>
            {say('anotherApp')}
          </a>
        </li>
      </ul>
      <p class="hint">{say('anotherAppHint')}</p>
    </>
  )
}

/** Paying with a wallet of this browser: one tap connects, another one pays. */
import { isTouched } from '../../../browser/touched.ts'
import { CheckIcon } from '../../../parts/icons.tsx'
import { writeMoney } from '../../../parts/money-text.ts'
import { CheckAgain, WalletCard } from '../../../parts/wallet/wallet-card.tsx'
import type { WalletFunds as Funds } from '../../../wallet/funds.ts'
import type { PaymentView } from '../../payment-view.ts'
import { useSpeech } from '../../speech.ts'
import type { WalletInUse } from '../../wallet/use-wallet.ts'
import { WalletApps } from './wallet-apps.tsx'
import { WalletFunds } from './wallet-funds.tsx'

type Props = { view: PaymentView; wallet: WalletInUse }

export function WalletPanel({ view, wallet }: Props) {
  const { say } = useSpeech()
  const { wallets, pairingUri, state, session, wasReverted } = wallet
  const isElsewhere = wallets.length === 0 && isTouched()
  return (
    <WalletCard
      title={say(isElsewhere ? 'inWalletApp' : 'withWallet')}
      wallets={wallets}
      pairingUri={pairingUri}
      state={state}
      session={session}
      network={view.blockchain.name}
      advice={say('noWalletHint')}
      pageLink={location.href}
      apps={isElsewhere && <WalletApps view={view} />}
      writeActing={(name) => say('confirmInWallet', { wallet: name })}
      note={wasReverted && <p class="note warning">{say('sentReverted')}</p>}
    >
      {(funds, isPaying) => (
        <>
          <WalletFunds view={view} funds={funds} />
          <AddressChecked />
          <Payment view={view} wallet={wallet} funds={funds} isPaying={isPaying} />
        </>
      )}
    </WalletCard>
  )
}

/** Says that the contract on chain has confirmed the address to be this payment's. */
function AddressChecked() {
  const { say } = useSpeech()
  return (
    <p class="checked">
      <CheckIcon />
      {say('addressChecked')}
    </p>
  )
}

type PaymentProps = Props & { funds: Funds; isPaying: boolean }

function Payment({ view, wallet: { session }, funds, isPaying }: PaymentProps) {
  const { say } = useSpeech()
  if (funds.token < BigInt(view.dueBaseUnits))
    return <CheckAgain onClick={() => void session.check()} />
  return (
    <button
      type="button"
      class="strong"
      aria-disabled={isPaying}
      onClick={() => void session.pay()}
    >
      {say('payNow', { amount: writeMoney(view.dueAmount, view) })}
    </button>
  )
}

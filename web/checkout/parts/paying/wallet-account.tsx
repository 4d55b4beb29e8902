/** The connected account, its balance, and the next step with it. */
import type { PaymentView } from '../../payment-view.ts'
import { writeMoney } from '../../money-text.ts'
import { useSpeech } from '../../speech.ts'
import type { WalletInUse } from '../../wallet/use-wallet.ts'
import { connectionOf } from '../../wallet/wallet-state.ts'
import { Ends } from '../elements/address-text.tsx'
import { CheckIcon } from '../elements/icons.tsx'
import { WalletFunds } from './wallet-funds.tsx'

type Props = { view: PaymentView; wallet: WalletInUse }

export function WalletAccount({ view, wallet }: Props) {
  const { say } = useSpeech()
  const { state, session } = wallet
  const connection = connectionOf(state)
  if (!connection) return null
  const { icon, name } = connection.wallet
  return (
    <>
      <div class="account">
        {icon && <img src={icon} alt="" width={32} height={32} />}
        <p>
          {say('connectedAs', { wallet: name })}
          <br />
          <Ends text={connection.account} />
        </p>
        <button type="button" class="quiet" onClick={() => session.leave()}>
          {say('otherWallet')}
        </button>
      </div>
      {'funds' in state && (
        <>
          <WalletFunds view={view} funds={state.funds} />
          <AddressChecked />
        </>
      )}
      <NextStep view={view} wallet={wallet} />
    </>
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

function NextStep({ view, wallet: { state, session } }: Props) {
  const { say } = useSpeech()
  switch (state.step) {
    case 'wrongNetwork':
    case 'switching':
      return (
        <>
          <p>{say('wrongNetwork')}</p>
          <button
            type="button"
            class="strong"
            aria-disabled={state.step === 'switching'}
            onClick={() => void session.switchNetwork()}
          >
            {say('switchTo', { network: view.blockchain.name })}
          </button>
        </>
      )
    case 'ready':
    case 'paying':
      return state.funds.token >= BigInt(view.dueBaseUnits) ? (
        <button
          type="button"
          class="strong"
          aria-disabled={state.step === 'paying'}
          onClick={() => void session.pay()}
        >
          {say('payNow', { amount: writeMoney(view.dueAmount, view) })}
        </button>
      ) : (
        <CheckAgain onClick={() => void session.check()} />
      )
    case 'unchecked':
      return <CheckAgain onClick={() => void session.check()} />
    case 'choosing':
    case 'connecting':
    case 'checking':
    case 'refused':
      return null
  }
}

function CheckAgain({ onClick }: { onClick: () => void }) {
  const { say } = useSpeech()
  return (
    <button type="button" class="quiet" onClick={onClick}>
      {say('tryAgain')}
    </button>
  )
}

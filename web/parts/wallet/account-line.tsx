/** The connected account, and the way to another one. */
import type { Connected } from '../../wallet/wallet-state.ts'
import { Ends } from '../address-text.tsx'
import { useSpeech } from '../speech.ts'

type Props = { connection: Connected; onLeave: () => void }

export function AccountLine({ connection: { wallet, account }, onLeave }: Props) {
  const { say } = useSpeech()
  const { icon, name } = wallet
  return (
    <div class="account">
      {icon && <img src={icon} alt="" width={32} height={32} />}
      <p>
        {say('connectedAs', { wallet: name })}
        <br />
        <Ends text={account} />
      </p>
      <button type="button" class="quiet" onClick={onLeave}>
        {say('otherWallet')}
      </button>
    </div>
  )
}

/** One transaction of the payer's own wallet: the limit to zero, a freeze, its end. */
import { useState } from 'preact/hooks'
import { CheckIcon } from '../../parts/icons.tsx'
import type { SigningTrouble } from '../../subscription/signing/outcome.ts'
import {
  freezing,
  revocation,
  sendAndWait,
  unfreezing,
} from '../../subscription/signing/send-call.ts'
import type { Blockchain } from '../../wallet/blockchain.ts'
import { useAccountChange } from '../../wallet/use-account-change.ts'
import type { Managed } from '../context.ts'
import { useSpeech } from '../speech.ts'
import { usePayerWallet } from '../use-payer-wallet.ts'
import { onChain } from '../on-chain.ts'
import { PayerTask, SigningNote } from './payer-task.tsx'

const calls = { revoke: revocation, freeze: freezing, unfreeze: unfreezing } as const

type Props = {
  managed: Managed
  blockchain: Blockchain
  call: keyof typeof calls
  button: string
  done: string
}

export function OneCall({ managed, blockchain, call, button, done }: Props) {
  const { say } = useSpeech()
  const { subscription, session, contract } = managed
  const payer = usePayerWallet(subscription, blockchain, session.merchantName)
  const [trouble, setTrouble] = useState<SigningTrouble | null>(null)
  useAccountChange(payer.state, () => setTrouble(null))
  const [isDone, setDone] = useState(false)
  const send = () =>
    payer.session.act(async ({ wallet, account }) => {
      setTrouble(null)
      const onchain = onChain(subscription)
      if (!onchain) return
      const signer = { provider: wallet.provider, account, blockchain }
      const sent = await sendAndWait(signer, calls[call](onchain))
      if (sent.outcome === 'done') setDone(true)
      else setTrouble(sent)
      contract.readAgain()
    })
  if (isDone)
    return (
      <p class="checked" role="status">
        <CheckIcon />
        {done}
      </p>
    )
  return (
    <PayerTask
      managed={managed}
      payer={payer}
      writeActing={(wallet) => say('confirmInWallet', { wallet })}
    >
      {(_, isActing) => (
        <>
          <button type="button" class="strong" aria-disabled={isActing} onClick={() => void send()}>
            {button}
          </button>
          {trouble && !isActing && <SigningNote trouble={trouble} managed={managed} />}
        </>
      )}
    </PayerTask>
  )
}

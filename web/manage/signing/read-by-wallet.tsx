/** Connects the payer's wallet for reading alone: nothing is signed. */
import { useEffect } from 'preact/hooks'
import type { Blockchain } from '../../wallet/blockchain.ts'
import type { Managed } from '../context.ts'
import { useSpeech } from '../speech.ts'
import { usePayerWallet } from '../use-payer-wallet.ts'
import { PayerTask } from './payer-task.tsx'

type Props = { managed: Managed; blockchain: Blockchain }

export function ReadByWallet({ managed, blockchain }: Props) {
  const { say } = useSpeech()
  const { subscription, session, contract } = managed
  const payer = usePayerWallet(subscription, blockchain, session.merchantName)
  const { state } = payer
  const provider = state.step === 'ready' ? state.wallet.provider : null
  useEffect(() => {
    if (provider) contract.askThrough(provider)
  }, [provider])
  return (
    <PayerTask managed={managed} payer={payer} writeActing={() => say('checking')}>
      {() => null}
    </PayerTask>
  )
}

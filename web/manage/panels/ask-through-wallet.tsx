/** Asks the chain through the payer's wallet, where the page knows no node that answers. */
import { useState } from 'preact/hooks'
import type { Managed } from '../context.ts'
import { useSpeech } from '../speech.ts'
import { useLoaded } from '../use-loaded.ts'

export function AskThroughWallet({ managed }: { managed: Managed }) {
  const { say } = useSpeech()
  const [isWanted, want] = useState(false)
  if (isWanted) return <Wallet managed={managed} />
  return (
    <button type="button" class="quiet" onClick={() => want(true)}>
      {say('askByWallet')}
    </button>
  )
}

function Wallet({ managed }: { managed: Managed }) {
  const signing = useLoaded(() => import('../signing/read-by-wallet.tsx'))
  const { chain } = managed.subscription
  return signing && chain && <signing.ReadByWallet managed={managed} blockchain={chain} />
}

/** Asks the chain through the payer's wallet, where the page knows no node that answers. */
import { useState } from 'preact/hooks'
import type { Managed } from '../context.ts'
import { useSpeech } from '../speech.ts'
import { ReadByWallet } from '../signing/read-by-wallet.tsx'

export function AskThroughWallet({ managed }: { managed: Managed }) {
  const { say } = useSpeech()
  const [isWanted, want] = useState(false)
  const { chain } = managed.subscription
  if (isWanted && chain) return <ReadByWallet managed={managed} blockchain={chain} />
  return (
    <button type="button" class="quiet" onClick={() => want(true)}>
      {say('askByWallet')}
    </button>
  )
}

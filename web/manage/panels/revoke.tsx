/** The limit that an ended contract leaves over: one step of the payer's wallet, which may be skipped. */
import { useState } from 'preact/hooks'
import { Sentence } from '../../parts/sentence.tsx'
import { keep, recall } from '../../browser/kept.ts'
import type { Managed } from '../context.ts'
import { OneCall } from '../signing/one-call.tsx'
import { useSpeech } from '../speech.ts'
import { writeUnits } from '../../parts/money-text.ts'
import { Panel } from './panel.tsx'

export function RevokePanel({ managed }: { managed: Managed }) {
  const { say } = useSpeech()
  const { subscription, exposure, contract, session } = managed
  const { contractAddress, chain } = subscription
  const [isSkipped, setSkipped] = useState(
    () => recall('localStorage', keyOf(contractAddress)) !== null,
  )
  const [hadLeftover, setLeftover] = useState(false)
  if (exposure?.hasDeadAllowance && !hadLeftover) setLeftover(true)
  if (!hadLeftover || !chain) return null
  const amount = writeUnits(contract.reading?.allowance ?? 0n, subscription)
  if (isSkipped && exposure?.hasDeadAllowance)
    return (
      <p class="note">
        <span>
          <Sentence text={say('revokeSkipped', { amount })} />
        </span>
      </p>
    )
  const skip = () => {
    keep('localStorage', keyOf(contractAddress), '')
    setSkipped(true)
  }
  return (
    <Panel id="revoke" title={say('revoke')}>
      {exposure?.hasDeadAllowance && (
        <p class="hint">
          <Sentence text={say('revokeHint', { amount, merchant: session.merchantName })} />
        </p>
      )}
      <OneCall
        managed={managed}
        blockchain={chain}
        call="revoke"
        button={say('revokeButton')}
        done={say('revokeDone')}
      />
      {exposure?.hasDeadAllowance && (
        <button type="button" class="quiet" onClick={skip}>
          {say('revokeSkip')}
        </button>
      )}
    </Panel>
  )
}

/** Without storage the step is offered again after a reload. */
const keyOf = (contractAddress: string) => `revoke-skipped/${contractAddress}`

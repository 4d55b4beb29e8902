/** The proof of leaving: a signed and dated file, which anybody can check without the service. */
import { useState } from 'preact/hooks'
import type { Managed } from '../context.ts'
import { saveFile } from '../save-file.ts'
import { useSpeech } from '../speech.ts'
import { Panel } from './panel.tsx'

export function ProofPanel({ managed }: { managed: Managed }) {
  const { say } = useSpeech()
  const { client, subscription, exposure } = managed
  const [hasFailed, setFailed] = useState(false)
  // Only a contract that is cancelled on its chain can be proven so.
  if (exposure?.deadBecause !== 'cancelled') return null
  const { contractAddress } = subscription
  const save = async () => {
    setFailed(false)
    const proof = await client
      .read<object>(`/subscriptions/${contractAddress}/proof`)
      .catch(() => null)
    if (proof === null) setFailed(true)
    else
      saveFile(
        `proof-of-leaving-${contractAddress}.json`,
        'application/json',
        JSON.stringify(proof),
      )
  }
  return (
    <Panel id="proof" title={say('proof')}>
      <p class="hint">{say('proofHint')}</p>
      <button type="button" class="quiet" onClick={() => void save()}>
        {say('saveProof')}
      </button>
      {hasFailed && (
        <p class="note" role="alert">
          {say('serviceSilent')}
        </p>
      )}
    </Panel>
  )
}

/** The proof of leaving: a signed and dated file, which anybody can check without the service. */
import { useState } from 'preact/hooks'
import { RefusalNote } from '../../session/refusal-note.tsx'
import type { Managed } from '../context.ts'
import { saveFile } from '../save-file.ts'
import { useSpeech } from '../speech.ts'
import { Panel } from './panel.tsx'

export function ProofPanel({ managed }: { managed: Managed }) {
  const { say } = useSpeech()
  const { client, subscription, exposure } = managed
  const [trouble, setTrouble] = useState<{ error: unknown } | null>(null)
  // Only a contract that is cancelled on its chain can be proven so.
  if (exposure?.deadBecause !== 'cancelled') return null
  const { contractAddress } = subscription
  const save = async () => {
    setTrouble(null)
    try {
      const proof = await client.read<object>(`/subscriptions/${contractAddress}/proof`)
      saveFile(
        `proof-of-leaving-${contractAddress}.json`,
        'application/json',
        JSON.stringify(proof),
      )
    } catch (error) {
      setTrouble({ error })
    }
  }
  return (
    <Panel id="proof" title={say('proof')}>
      <p class="hint">{say('proofHint')}</p>
      <button type="button" class="quiet" onClick={() => void save()}>
        {say('saveProof')}
      </button>
      {trouble && <RefusalNote error={trouble.error} />}
    </Panel>
  )
}

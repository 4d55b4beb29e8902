import type { VNode } from 'preact'
import { useCallback, useState } from 'preact/hooks'
import type { DashboardClient } from '../api/client.ts'
import type { AskProof, ProofKinds } from './ask-proof.ts'
import { ProofDialog } from './proof-dialog.tsx'

type Question = { kinds: ProofKinds; answer: (isGiven: boolean) => void }

/** Returns what asks for a proof, and the window in which it is given while one is asked for. */
export function useProof(client: DashboardClient): { askProof: AskProof; dialog: VNode | null } {
  const [question, setQuestion] = useState<Question | null>(null)
  const askProof = useCallback<AskProof>(
    (kinds) =>
      new Promise((resolve) => {
        const answer = (isGiven: boolean) => {
          setQuestion(null)
          resolve(isGiven)
        }
        setQuestion({ kinds, answer })
      }),
    [],
  )
  const dialog = question && (
    <ProofDialog client={client} kinds={question.kinds} onAnswer={question.answer} />
  )
  return { askProof, dialog }
}

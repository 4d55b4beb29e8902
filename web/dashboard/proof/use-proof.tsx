import type { VNode } from 'preact'
import { useCallback, useState } from 'preact/hooks'
import type { DashboardClient } from '../api/client.ts'
import type { AskProof, Proof, WantedProof } from './ask-proof.ts'
import { ProofDialog } from './proof-dialog.tsx'

type Question = { wanted: WantedProof; answer: (given: Proof | null) => void }

/** Returns what asks for a proof, and the window in which it is given while one is asked for. */
export function useProof(client: DashboardClient): { askProof: AskProof; dialog: VNode | null } {
  const [question, setQuestion] = useState<Question | null>(null)
  const askProof = useCallback<AskProof>(
    (wanted) =>
      new Promise((resolve) => {
        const answer = (given: Proof | null) => {
          setQuestion(null)
          resolve(given)
        }
        setQuestion({ wanted, answer })
      }),
    [],
  )
  const dialog = question && (
    <ProofDialog client={client} wanted={question.wanted} onAnswer={question.answer} />
  )
  return { askProof, dialog }
}

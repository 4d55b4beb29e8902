/** Why something is where it is; nothing where all is well. Stands first on its page. */
import type { Answers } from '../../../api/dashboard.generated.ts'
import { useLocation } from 'preact-iso'
import { Loading } from '../../parts/read-gate.tsx'
import { useRead } from '../../use-read.ts'
import { PayerHelp } from '../subscriptions/payer-help.tsx'
import { type EntityName, pathOf } from './entity-view.ts'
import { ExplainCard } from './explain-card.tsx'

type Props = {
  name: EntityName
  /** The subscription that it is, or belongs to: whoever has to mend it can be told, and it can be tried again. */
  contractAddress?: string | undefined
}

export function Why({ name, contractAddress }: Props) {
  const { path } = useLocation()
  const { reading } = useRead<Answers['explainEntity']>(pathOf(name, '/explain'), {
    kinds: [name.kind, 'charge'],
  })
  if (reading.step === 'reading') return <Loading />
  // If it cannot be read, the parts below, which read more, say why.
  if (reading.step !== 'read' || !reading.value.explanation) return null
  const { explanation } = reading.value
  const turnAddress = explanation.turn > 0 ? `${path}?turn=${explanation.turn}` : null
  return (
    <ExplainCard explanation={explanation} turnAddress={turnAddress}>
      {contractAddress !== undefined && (
        <PayerHelp
          contractAddress={contractAddress}
          isForPayer={explanation.helper === 'payer' && explanation.about !== 'End'}
        />
      )}
    </ExplainCard>
  )
}

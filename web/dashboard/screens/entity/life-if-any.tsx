/** Shows the history of something to which perhaps nothing has happened yet: a customer who never had access, say. */
import type { Answers } from '../../../api/dashboard.generated.ts'
import { useRead } from '../../use-read.ts'
import { type EntityName, pathOf } from './entity-view.ts'
import { Life } from './life.tsx'

export function LifeIfAny({ name }: { name: EntityName }) {
  const { reading } = useRead<Answers['listTurns']>(pathOf(name, '/turns?limit=1'), {
    kinds: [name.kind],
  })
  return reading.step === 'read' && reading.value.page.total > 0 ? <Life name={name} /> : null
}

/** The conditions that a turn asked, with their answers and the values that they saw. */
import { say } from '../../../messages/dashboard/entity-words.ts'
import { type Column, Table } from '../../parts/table.tsx'
import type { Condition } from './entity-view.ts'

type Numbered = Condition & { place: number }

const columns: readonly Column<Numbered>[] = [
  {
    title: say('guard'),
    cell: ({ asks, guard }) => (
      <>
        {asks} <code class="hint">{guard}</code>
      </>
    ),
  },
  {
    title: say('answer'),
    cell: ({ answer }) => (
      <span class="status" data-mood={answer ? 'good' : 'over'}>
        {say(answer ? 'yes' : 'no')}
      </span>
    ),
  },
  {
    title: say('sawValues'),
    cell: ({ remembered, told }) => (
      <ul class="saw">
        {Object.entries({ ...remembered, ...told }).map(([field, value]) => (
          <li key={field}>
            <code>
              {field} = {JSON.stringify(value)}
            </code>
          </li>
        ))}
      </ul>
    ),
  },
]

export function Conditions({ conditions }: { conditions: Condition[] }) {
  if (conditions.length === 0) return <p class="hint">{say('noConditions')}</p>
  return (
    <Table
      caption={say('conditionsHint')}
      columns={columns}
      rows={conditions.map((one, place) => ({ ...one, place }))}
      keyOf={({ place }) => String(place)}
    />
  )
}

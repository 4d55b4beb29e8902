/** The conditions that a turn asked, with their answers and the values that they saw. */
import type { ConditionAsked } from '../../../api/dashboard.generated.ts'
import { type Column, Table } from '../../parts/table.tsx'

type Numbered = ConditionAsked & { place: number }

const columns: readonly Column<Numbered>[] = [
  {
    title: 'Condition',
    cell: ({ asks, guard }) => (
      <>
        {asks}{' '}
        <code class="hint" translate={false}>
          {guard}
        </code>
      </>
    ),
  },
  {
    title: 'Answer',
    cell: ({ answer }) => (
      <span class="status" data-mood={answer ? 'good' : 'over'}>
        {answer ? 'Yes' : 'No'}
      </span>
    ),
  },
  {
    title: 'Saw',
    cell: ({ remembered, told }) => (
      <ul class="saw">
        {Object.entries({ ...remembered, ...told }).map(([field, value]) => (
          <li key={field}>
            <code translate={false}>
              {field} = {JSON.stringify(value)}
            </code>
          </li>
        ))}
      </ul>
    ),
  },
]

export function Conditions({ conditions }: { conditions: ConditionAsked[] }) {
  if (conditions.length === 0) return <p class="hint">This turn asked no condition.</p>
  return (
    <Table
      caption="The conditions of this turn, their answers, and the values that they saw."
      columns={columns}
      rows={conditions.map((one, place) => ({ ...one, place }))}
      keyOf={({ place }) => String(place)}
    />
  )
}

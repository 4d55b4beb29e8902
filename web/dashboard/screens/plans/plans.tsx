import type { Plan } from '../../../api/dashboard.generated.ts'
import { useLocation } from 'preact-iso'
import { useState } from 'preact/hooks'
import { useAddress, useRight } from '../../context.ts'
import { Dialog } from '../../parts/dialog.tsx'
import type { Filter } from '../../parts/filters.tsx'
import { useGoal } from '../../goal.tsx'
import { Link } from '../../parts/links.tsx'
import { List } from '../../parts/list.tsx'
import { Sum } from '../../parts/money.tsx'
import { amounts, created, tags } from '../../parts/more-filters.ts'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { Duration } from './duration.tsx'
import { PlanForm } from './plan-form.tsx'

const filters: readonly Filter[] = [
  {
    name: 'statusIn',
    label: 'Status',
    kind: 'choice',
    options: ['Draft', 'Active', 'Archived'],
  },
  { name: 'words', label: 'Words', kind: 'text' },
]

const more: readonly Filter[] = [...created, ...amounts, tags]

const columns: readonly Column<Plan>[] = [
  {
    title: 'Name',
    onPhone: 'lead',
    isOwn: true,
    cell: ({ id, name }) => <Link to={`/plans/${id}`}>{name}</Link>,
  },
  { title: 'Status', onPhone: 'status', cell: ({ status }) => <Status name={status} /> },
  { title: 'Amount', isNumber: true, onPhone: 'amount', cell: ({ amount }) => <Sum>{amount}</Sum> },
  {
    title: 'Period',
    onPhone: 'date',
    cell: ({ periodSeconds }) => <Duration seconds={periodSeconds} />,
  },
  { title: 'Tags', cell: ({ tags }) => tags.join(', ') || '–' },
  { title: 'Created', cell: ({ createdAt }) => <When at={createdAt} /> },
]

export default function Plans() {
  const mayCreate = useRight('plans')
  const isWanted = useGoal('new')
  const [isOpen, setOpen] = useState(isWanted && mayCreate)
  const { route } = useLocation()
  const address = useAddress()
  const button = mayCreate && (
    <button type="button" class="strong" onClick={() => setOpen(true)}>
      Create a plan
    </button>
  )
  return (
    <Screen
      title="Plans"
      hint="What a subscription costs, and how often. Only Active plans can be subscribed to."
      actions={button}
    >
      <List
        caption="Plans"
        path="/plans"
        field="plans"
        kinds={['plan']}
        filters={filters}
        more={more}
        columns={columns}
        keyOf={({ id }) => id}
        empty={{
          title: 'No plan yet',
          hint: 'Create one, activate it, and share it: by a link, or by your own pages.',
        }}
      />
      {isOpen && (
        <Dialog title="Create a plan" onClose={() => setOpen(false)}>
          <PlanForm plan={null} onSaved={({ id }) => route(address(`/plans/${id}`))} />
        </Dialog>
      )}
    </Screen>
  )
}

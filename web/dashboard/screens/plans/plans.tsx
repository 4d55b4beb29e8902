import { useLocation } from 'preact-iso'
import { useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/business-words.ts'
import { useAddress, useRight } from '../../context.ts'
import { Dialog } from '../../parts/dialog.tsx'
import type { Filter } from '../../parts/filters.tsx'
import { Link } from '../../parts/links.tsx'
import { List } from '../../parts/list.tsx'
import { amounts, created, tags } from '../../parts/more-filters.ts'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { Duration } from './duration.tsx'
import { PlanForm } from './plan-form.tsx'
import type { PlanView } from './plan-view.ts'

const filters: readonly Filter[] = [
  {
    name: 'statusIn',
    label: say('status'),
    kind: 'choice',
    options: ['Draft', 'Active', 'Archived'],
  },
]

const more: readonly Filter[] = [...created, ...amounts, tags]

const columns: readonly Column<PlanView>[] = [
  { title: say('name'), cell: ({ id, name }) => <Link to={`/plans/${id}`}>{name}</Link> },
  { title: say('status'), cell: ({ status }) => <Status name={status} /> },
  { title: say('amount'), isNumber: true, cell: ({ amount }) => amount },
  { title: say('period'), cell: ({ periodSeconds }) => <Duration seconds={periodSeconds} /> },
  { title: say('tags'), cell: ({ tags }) => tags.join(', ') || say('none') },
  { title: say('created'), cell: ({ createdAt }) => <When at={createdAt} /> },
]

export default function Plans() {
  const [isOpen, setOpen] = useState(false)
  const { route } = useLocation()
  const address = useAddress()
  const button = useRight('plans') && (
    <button type="button" class="strong" onClick={() => setOpen(true)}>
      {say('newPlan')}
    </button>
  )
  return (
    <Screen title={say('plans')} hint={say('plansHint')} actions={button}>
      <List
        caption={say('plans')}
        path="/plans"
        field="plans"
        kinds={['plan']}
        filters={filters}
        more={more}
        columns={columns}
        keyOf={({ id }) => id}
        empty={{ title: say('noPlans'), hint: say('noPlansHint') }}
      />
      {isOpen && (
        <Dialog title={say('newPlan')} onClose={() => setOpen(false)}>
          <PlanForm plan={null} onSaved={({ id }) => route(address(`/plans/${id}`))} />
        </Dialog>
      )}
    </Screen>
  )
}

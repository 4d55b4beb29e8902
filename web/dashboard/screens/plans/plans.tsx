import { DescribedList } from '../../parts/list/described-list.tsx'
import { useLocation } from 'preact-iso'
import { useState } from 'preact/hooks'
import { useAddress, useRight } from '../../context.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useGoal } from '../../goal.tsx'
import { Screen } from '../../parts/screen.tsx'
import { PlanForm } from './plan-form.tsx'

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
      <DescribedList
        name="plans"
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

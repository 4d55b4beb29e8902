import { useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/business-words.ts'
import { sayName } from '../../../messages/dashboard/entity-words.ts'
import { useRight } from '../../context.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Link } from '../../parts/links.tsx'
import { type Offer, OfferedCommands } from '../../parts/offered-commands.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import type { ScreenProps } from '../../screens.ts'
import { useRead } from '../../use-read.ts'
import { Life } from '../entity/life.tsx'
import { Duration } from './duration.tsx'
import { PlanForm } from './plan-form.tsx'
import type { PlanView } from './plan-view.ts'

export default function Plan({ params: { id = '' } }: ScreenProps) {
  const path = `/plans/${encodeURIComponent(id)}`
  const { reading, readAgain } = useRead<PlanView>(path, { kinds: ['plan'] })
  return (
    <ReadGate title={sayName('plan')} reading={reading} readAgain={readAgain}>
      {(plan) => (
        <Screen
          title={plan.name}
          {...(plan.status === 'Draft' && { hint: say('planDraftHint') })}
          actions={<Actions plan={plan} />}
        >
          <div class="card">
            <Facts
              facts={[
                [say('status'), <Status key="status" name={plan.status} />],
                [say('amount'), plan.amount],
                [say('period'), <Duration key="period" seconds={plan.periodSeconds} />],
                [say('grace'), <Duration key="grace" seconds={plan.gracePeriodSeconds} />],
                plan.description !== '' && [say('description'), plan.description],
                plan.tags.length > 0 && [say('tags'), plan.tags.join(', ')],
                ['Id', <code key="id">{plan.id}</code>],
                [say('created'), <When key="created" at={plan.createdAt} />],
              ]}
            />
            <p>
              <Link to={`/subscriptions?planId=${plan.id}`}>{say('subscriptionsOfPlan')}</Link>
            </p>
          </div>
          <Life name={{ entity: 'plans', kind: 'plan', id: plan.id }} />
        </Screen>
      )}
    </ReadGate>
  )
}

const offers: readonly Offer[] = [
  {
    name: 'activate',
    right: 'plans',
    label: say('activatePlan'),
    consequence: say('activatePlanHint'),
  },
  {
    name: 'archive',
    right: 'plans',
    label: say('archivePlan'),
    consequence: say('archivePlanHint'),
  },
  {
    name: 'restore',
    right: 'plans',
    label: say('restorePlan'),
    consequence: say('restorePlanHint'),
  },
]

function Actions({ plan }: { plan: PlanView }) {
  const [isOpen, setOpen] = useState(false)
  const { reading } = useRead<{ actions: string[] }>(`/plans/${plan.id}/history?limit=1`, {
    kinds: ['plan'],
  })
  const mayChange = useRight('plans')
  const actions = reading.step === 'read' ? reading.value.actions : []
  return (
    <>
      {mayChange && actions.includes('update') && (
        <button type="button" class="quiet" onClick={() => setOpen(true)}>
          {say('editPlan')}
        </button>
      )}
      <OfferedCommands path={`/plans/${plan.id}`} actions={actions} offers={offers} />
      {isOpen && (
        <Dialog title={say('editPlan')} onClose={() => setOpen(false)}>
          <PlanForm plan={plan} onSaved={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

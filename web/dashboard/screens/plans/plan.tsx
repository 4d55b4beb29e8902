import { useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/business-words.ts'
import { useRight } from '../../context.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Link } from '../../parts/links.tsx'
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
    <ReadGate reading={reading} readAgain={readAgain}>
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

const texts = {
  activate: ['activatePlan', 'activatePlanHint'],
  archive: ['archivePlan', 'archivePlanHint'],
  restore: ['restorePlan', 'restorePlanHint'],
} as const

function Actions({ plan }: { plan: PlanView }) {
  const [isOpen, setOpen] = useState(false)
  const { reading } = useRead<{ actions: string[] }>(`/plans/${plan.id}/history?limit=1`, {
    kinds: ['plan'],
  })
  const mayChange = useRight('plans')
  const actions = mayChange && reading.step === 'read' ? reading.value.actions : []
  const names = (Object.keys(texts) as (keyof typeof texts)[]).filter((name) =>
    actions.includes(name),
  )
  return (
    <>
      {actions.includes('update') && (
        <button type="button" class="quiet" onClick={() => setOpen(true)}>
          {say('editPlan')}
        </button>
      )}
      {names.map((name) => (
        <CommandButton
          key={name}
          label={say(texts[name][0])}
          consequence={<p>{say(texts[name][1])}</p>}
          command={{ method: 'POST', path: `/plans/${plan.id}/${name}` }}
        />
      ))}
      {isOpen && (
        <Dialog title={say('editPlan')} onClose={() => setOpen(false)}>
          <PlanForm plan={plan} onSaved={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

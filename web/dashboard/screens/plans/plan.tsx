import type { PlanWithActions } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { sayName } from '../entity/entity-words.ts'
import { useRight } from '../../context.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { useGoal } from '../../goal.tsx'
import { Link } from '../../parts/links.tsx'
import { Sum } from '../../parts/money.tsx'
import { type Offers, OfferedCommands } from '../../parts/offered-commands.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { type AddressProps, Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { Life } from '../entity/life.tsx'
import { Duration } from '../../parts/duration.tsx'
import { NotReady } from './not-ready.tsx'
import { PlanForm } from './plan-form.tsx'
import { ShareDialog } from './share.tsx'

export default function Plan({ params: { id = '' } }: AddressProps) {
  const path = `/plans/${encodeURIComponent(id)}`
  const { reading, readAgain } = useRead<PlanWithActions>(path, { kinds: ['plan'] })
  return (
    <ReadGate title={sayName('plan')} reading={reading} readAgain={readAgain}>
      {(plan) => (
        <Screen
          title={plan.name}
          {...(plan.status === 'Draft' && {
            hint: 'A draft is seen by nobody. Terms can be changed until it is activated; afterwards a new plan is needed, because contracts keep the terms that payers signed.',
          })}
          actions={<Actions plan={plan} />}
        >
          <NotReady plan={plan} />
          <div class="card">
            <Facts
              facts={[
                ['Status', <Status key="status" name={plan.status} />],
                ['Amount', <Sum key="amount">{plan.amount}</Sum>],
                ['Period', <Duration key="period" seconds={plan.periodSeconds} />],
                ['Grace period', <Duration key="grace" seconds={plan.gracePeriodSeconds} />],
                plan.description !== '' && ['Description', plan.description],
                plan.tags.length > 0 && ['Tags', plan.tags.join(', ')],
                [
                  'Id',
                  <code key="id" translate={false}>
                    {plan.id}
                  </code>,
                ],
                ['Created', <When key="created" at={plan.createdAt} />],
              ]}
            />
            <p>
              <Link to={`/subscriptions?planId=${plan.id}`}>Subscriptions of this plan</Link>
            </p>
          </div>
          <Life name={{ entity: 'plans', kind: 'plan', id: plan.id }} />
        </Screen>
      )}
    </ReadGate>
  )
}

const offers: Offers<'plans'> = {
  activate: {
    right: 'plans',
    label: 'Activate the plan',
    mood: 'strong',
    consequence:
      'Payers can subscribe to it from now on. Its amount, asset and period then stay as they are.',
  },
  archive: {
    right: 'plans',
    label: 'Archive the plan',
    consequence:
      'Nobody can subscribe to it any more, by its public page either. Its subscriptions go on.',
  },
  restore: {
    right: 'plans',
    label: 'Restore the plan',
    consequence: 'Payers can subscribe to it again, and by its public page where that was open.',
  },
}

function Actions({ plan }: { plan: PlanWithActions }) {
  const { actions } = plan
  const [isOpen, setOpen] = useState(false)
  const mayChange = useRight('plans')
  const maySell = useRight('sell')
  const isWanted = useGoal('share')
  const [isShared, setShared] = useState(isWanted)
  return (
    <>
      {maySell && plan.status === 'Active' && (
        <button type="button" class="strong" onClick={() => setShared(true)}>
          Share
        </button>
      )}
      {mayChange && actions.includes('update') && (
        <button type="button" class="quiet" onClick={() => setOpen(true)}>
          Change the plan
        </button>
      )}
      <OfferedCommands list="plans" id={plan.id} actions={actions} offers={offers} />
      {maySell && isShared && plan.status === 'Active' && (
        <ShareDialog plan={plan} onClose={() => setShared(false)} />
      )}
      {isOpen && (
        <Dialog title="Change the plan" onClose={() => setOpen(false)}>
          <PlanForm plan={plan} onSaved={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

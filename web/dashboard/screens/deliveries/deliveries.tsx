import { useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/delivery-words.ts'
import { useRight } from '../../context.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { type Filter, namesOf } from '../../parts/filters.tsx'
import { List } from '../../parts/list.tsx'
import { created, within } from '../../parts/more-filters.ts'
import { Screen } from '../../parts/screen.tsx'
import { eventTypeNames } from '../events/event-types.ts'
import { LogLists } from '../events/log-lists.tsx'
import { ActOnMany } from '../many/act-on-many.tsx'
import { deliveryColumns } from './delivery-columns.tsx'
import { ResendForm } from './resend-form.tsx'
import { ResendUndelivered } from './resend-undelivered.tsx'

const filters: readonly Filter[] = [
  {
    name: 'statusIn',
    label: say('status'),
    kind: 'choice',
    options: ['Pending', 'Retrying', 'Delivered', 'Exhausted', 'Cancelled'],
  },
  { name: 'eventType', label: say('eventType'), kind: 'choice', options: eventTypeNames },
  { name: 'eventId', label: say('eventId'), kind: 'text' },
  { name: 'resourceId', label: say('resource'), kind: 'text' },
  within,
]

const more: readonly Filter[] = [...created, { name: 'apiKey', label: say('apiKey'), kind: 'text' }]

export default function Deliveries() {
  const [isOpen, setOpen] = useState(false)
  const mayResend = useRight('integrate')
  const actions = mayResend && (
    <>
      <ResendUndelivered />
      <ActOnMany list="deliveries" known={namesOf([...filters, ...more])} />
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        {say('resendAll')}
      </button>
    </>
  )
  return (
    <Screen title={say('deliveries')} hint={say('deliveriesHint')} actions={actions}>
      <LogLists />
      <List
        caption={say('deliveries')}
        path="/deliveries"
        field="deliveries"
        kinds={['delivery', 'destination']}
        filters={filters}
        more={more}
        columns={deliveryColumns}
        keyOf={({ id }) => id}
        empty={{ title: say('noDeliveries'), hint: say('noDeliveriesHint') }}
      />
      {isOpen && (
        <Dialog title={say('resendAll')} onClose={() => setOpen(false)}>
          <ResendForm />
        </Dialog>
      )}
    </Screen>
  )
}

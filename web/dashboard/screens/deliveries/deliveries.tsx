import { useState } from 'preact/hooks'
import { say } from './delivery-words.ts'
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
    label: 'Status',
    kind: 'choice',
    options: ['Pending', 'Retrying', 'Delivered', 'Exhausted', 'Cancelled'],
  },
  { name: 'eventType', label: 'Event type', kind: 'choice', options: eventTypeNames },
  { name: 'eventId', label: 'Event id', kind: 'text' },
  { name: 'resourceId', label: 'Resource', kind: 'text' },
  within,
]

const more: readonly Filter[] = [...created, { name: 'apiKey', label: 'Signed by', kind: 'text' }]

export default function Deliveries() {
  const [isOpen, setOpen] = useState(false)
  const mayResend = useRight('integrate')
  const actions = mayResend && (
    <>
      <ResendUndelivered />
      <ActOnMany list="deliveries" known={namesOf([...filters, ...more])} />
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        Send events again
      </button>
    </>
  )
  return (
    <Screen
      title={say('deliveries')}
      hint="How each event reached your endpoint. What was not delivered is tried again by itself for three days."
      actions={actions}
    >
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
        empty={{
          title: 'No delivery yet',
          hint: 'Set a webhook endpoint under Integration; what happens from then on is delivered.',
        }}
      />
      {isOpen && (
        <Dialog title="Send events again" onClose={() => setOpen(false)}>
          <ResendForm />
        </Dialog>
      )}
    </Screen>
  )
}

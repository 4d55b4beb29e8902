import { DescribedList } from '../../parts/list/described-list.tsx'
import { useState } from 'preact/hooks'
import { say } from './delivery-words.ts'
import { useRight } from '../../context.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Screen } from '../../parts/screen.tsx'
import { LogLists } from '../events/log-lists.tsx'
import { ActOnMany } from '../many/act-on-many.tsx'
import { deliveryCells } from './delivery-columns.tsx'
import { ResendForm } from './resend-form.tsx'
import { ResendUndelivered } from './resend-undelivered.tsx'

export default function Deliveries() {
  const [isOpen, setOpen] = useState(false)
  const mayResend = useRight('integrate')
  const actions = mayResend && (
    <>
      <ResendUndelivered />
      <ActOnMany list="deliveries" />
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
      <DescribedList
        name="deliveries"
        cells={deliveryCells}
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

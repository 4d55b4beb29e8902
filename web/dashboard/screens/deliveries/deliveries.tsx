import { useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/delivery-words.ts'
import { useRight } from '../../context.ts'
import { Dialog } from '../../parts/dialog.tsx'
import type { Filter } from '../../parts/filters.tsx'
import { Link } from '../../parts/links.tsx'
import { List } from '../../parts/list.tsx'
import { Screen } from '../../parts/screen.tsx'
import { spaced, Status } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import type { DeliveryView } from './delivery-view.ts'
import { ResendForm } from './resend-form.tsx'

const filters: readonly Filter[] = [
  {
    name: 'statusIn',
    label: say('status'),
    kind: 'choice',
    options: ['Pending', 'Retrying', 'Delivered', 'Exhausted', 'Cancelled'],
  },
  { name: 'eventType', label: say('eventType'), kind: 'text' },
  { name: 'eventId', label: say('eventId'), kind: 'text' },
  { name: 'resourceId', label: say('resource'), kind: 'text' },
]

const columns: readonly Column<DeliveryView>[] = [
  {
    title: say('event'),
    cell: ({ id, eventType }) => <Link to={`/deliveries/${id}`}>{spaced(eventType)}</Link>,
  },
  { title: say('status'), cell: ({ status }) => <Status name={status} /> },
  { title: say('attempts'), isNumber: true, cell: ({ attempts }) => attempts },
  { title: say('lastAttempt'), cell: ({ lastAttempt }) => <Attempt attempt={lastAttempt} /> },
  { title: say('nextAttempt'), cell: ({ nextAttemptAt }) => <When at={nextAttemptAt} /> },
  { title: say('created'), cell: ({ createdAt }) => <When at={createdAt} /> },
]

export function Attempt({ attempt }: { attempt: DeliveryView['lastAttempt'] }) {
  if (!attempt) return <>{say('none')}</>
  const { httpStatus, error, durationMs } = attempt
  const ms = Math.round(durationMs)
  if (error) return <>{say('failed', { error, ms })}</>
  return <>{say('answered', { status: httpStatus ?? '', ms })}</>
}

export default function Deliveries() {
  const [isOpen, setOpen] = useState(false)
  const button = useRight('integrate') && (
    <button type="button" class="quiet" onClick={() => setOpen(true)}>
      {say('resendAll')}
    </button>
  )
  return (
    <Screen title={say('deliveries')} hint={say('deliveriesHint')} actions={button}>
      <List
        caption={say('deliveries')}
        path="/deliveries"
        field="deliveries"
        kinds={['delivery', 'destination']}
        filters={filters}
        columns={columns}
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

import type { DeliveryResource } from '../../../api/dashboard.generated.ts'
import { Link } from '../../parts/links.tsx'
import { spaced, Status } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { phrase } from '../../phrase.ts'

export const deliveryColumns: readonly Column<DeliveryResource>[] = [
  {
    title: 'Event',
    onPhone: 'lead',
    isOwn: true,
    cell: ({ id, eventType }) => <Link to={`/deliveries/${id}`}>{spaced(eventType)}</Link>,
  },
  { title: 'Status', onPhone: 'status', cell: ({ status }) => <Status name={status} /> },
  { title: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
  { title: 'Last attempt', cell: ({ lastAttempt }) => <Attempt attempt={lastAttempt} /> },
  { title: 'Next attempt', cell: ({ nextAttemptAt }) => <When at={nextAttemptAt} /> },
  { title: 'Created', onPhone: 'date', cell: ({ createdAt }) => <When at={createdAt} /> },
]

export function Attempt({ attempt }: { attempt: DeliveryResource['lastAttempt'] }) {
  if (!attempt) return <>–</>
  const { httpStatus, error, durationMs } = attempt
  const ms = Math.round(durationMs)
  if (error) return <>{phrase`${error}, after ${ms} ms`}</>
  return <>{phrase`Answered ${httpStatus ?? ''} after ${ms} ms`}</>
}

import { say } from '../../../messages/dashboard/delivery-words.ts'
import { Link } from '../../parts/links.tsx'
import { spaced, Status } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import type { DeliveryView } from './delivery-view.ts'

export const deliveryColumns: readonly Column<DeliveryView>[] = [
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

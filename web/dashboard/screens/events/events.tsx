import type { EventOfLog } from '../../../api/dashboard.generated.ts'
import { say } from '../deliveries/delivery-words.ts'
import type { Filter } from '../../parts/filters.tsx'
import { HashLink, Link } from '../../parts/links.tsx'
import { List } from '../../parts/list.tsx'
import { created, within } from '../../parts/more-filters.ts'
import { Screen } from '../../parts/screen.tsx'
import { spaced, Status } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { eventTypeNames } from './event-types.ts'
import { ResendUndelivered } from '../deliveries/resend-undelivered.tsx'
import { LogLists } from './log-lists.tsx'

const filters: readonly Filter[] = [
  { name: 'eventTypeIn', label: 'Event type', kind: 'choice', options: eventTypeNames },
  { name: 'resourceId', label: 'Resource', kind: 'text' },
  { name: 'customerId', label: 'Customer', kind: 'text' },
  { name: 'eventId', label: 'Event id', kind: 'text' },
  within,
]

const more: readonly Filter[] = [
  ...created,
  { name: 'contractAddress', label: 'Subscription', kind: 'text', placeholder: '0x…' },
  { name: 'planId', label: 'Plan', kind: 'text' },
]

/** Events themselves, and what carries them. */
const kinds = ['event', 'delivery']

const columns: readonly Column<EventOfLog>[] = [
  { title: 'Number', isNumber: true, cell: ({ logNumber }) => logNumber },
  {
    title: 'Event',
    onPhone: 'lead',
    isOwn: true,
    cell: ({ eventId, eventType }) => <Link to={`/events/${eventId}`}>{spaced(eventType)}</Link>,
  },
  { title: 'About', cell: (event) => <About event={event} /> },
  { title: 'Webhook', onPhone: 'status', cell: (event) => <Sent event={event} /> },
  { title: 'Happened', onPhone: 'date', cell: ({ createdAt }) => <When at={createdAt} /> },
]

type About = Pick<EventOfLog, 'path' | 'resourceKind' | 'resourceId'>

/** Ids have 22 characters, addresses 42: the ends of an address say which it is. */
const shownIdMax = 22

/** Links to an event's subject. */
export function About({ event: { path, resourceKind, resourceId } }: { event: About }) {
  if (path === null) return <>–</>
  return (
    <>
      {spaced(resourceKind)}{' '}
      {resourceId.length > shownIdMax ? (
        <HashLink to={path} text={resourceId} />
      ) : (
        <Link to={path}>{resourceId}</Link>
      )}
    </>
  )
}

function Sent({ event: { deliveries } }: { event: EventOfLog }) {
  if (deliveries.length === 0) return <span class="hint">Not sent</span>
  return (
    <>
      {deliveries.map(({ id, status }) => (
        <Link key={id} to={`/deliveries/${id}`} class="plain">
          <Status name={status} />
        </Link>
      ))}
    </>
  )
}

export default function Events() {
  return (
    <Screen
      title={say('events')}
      hint="Everything that happened, numbered without holes, whether a webhook told you of it or not."
      actions={<ResendUndelivered />}
    >
      <LogLists />
      <List
        caption={say('events')}
        path="/events"
        field="events"
        kinds={kinds}
        filters={filters}
        more={more}
        columns={columns}
        keyOf={({ eventId }) => eventId}
        empty={{
          title: 'No event yet',
          hint: 'Create a plan or a payment: what happens to it stands here.',
        }}
      />
    </Screen>
  )
}
